/** A table without a server, to look at rare moments: open `table.html#kraken`. Not in the build. */
import { mount } from 'svelte';
import { client } from '../src/games/jolly_and_roger';
import { loadTable } from '../src/games/registry';
import { speech, Voice } from '../src/i18n/speech.svelte';
import { light } from '../src/light.svelte';
import '../src/styles/base.css';
import type { Socket } from '../src/table/connection';
import { Session } from '../src/table/session.svelte';
import type { TableInfo, Update } from '../src/wire/messages';
import { ownBox } from '../tests/boxes';
import { tableInfo, update, view, welcome } from '../tests/fixtures';
import Fixture from './Fixture.svelte';

const table: TableInfo = structuredClone(tableInfo);
const shown = view();
shown.laid.forEach(
  (one) => (one.set = one.card === 'kraken' || one.card === 'tortuga' ? 'A' : 'B'),
);
shown.ships[1]!.crews[1] = [{ card: 'skeleton', face_up: true, strength: 3 }];
shown.ships[1]!.strength = [0, 3];
shown.ships[3]!.crews[0] = Array.from({ length: 13 }, (_, index) => ({
  card: index % 3 === 0 ? 'blue_2' : 'red_1',
  face_up: index % 3 !== 0,
  strength: 1,
}));
shown.ships[3]!.strength = [13, 0];

const legal = [
  'kraken green',
  'kraken none',
  'tortuga',
  'parrot kraken green',
  'parrot kraken red',
];
const denied: Update['denied'] = [
  { action: 'kraken yellow', code: 'kraken_meets_skeleton', reason: '', rule: 'JNR-R3' },
  { action: 'kraken blue', code: 'kraken_no_crew', reason: '', rule: 'JNR-X2' },
  { action: 'kraken red', code: 'kraken_no_crew', reason: '', rule: 'JNR-X2' },
];

if (location.hash === '#ten') {
  table.seats = Array.from({ length: 10 }, (_, seat) => ({
    seat,
    kind: 'person' as const,
    name: `Sailor number ${seat + 1}`,
    bot: null,
    online: seat % 3 !== 0,
    colour: seat,
    stand_in: null,
    reserved_for: null,
    late: false,
    character: null,
  }));
}

const session = new Session({
  table: 'dev',
  credential: null,
  dial: () => ({ send: () => undefined, close: () => undefined }) as unknown as Socket,
});
/** From the console one can tell the table anything: `table.session.receive({...})`. */
Object.assign(window, { table: { session, update, view: shown } });
document.documentElement.dataset.theme = light.theme;
const box = Promise.resolve(ownBox(client.name));
void Promise.all([speech.begin(), loadTable(client, box)]).then(([, game]) => {
  session.game = game;
  session.receive({ ...welcome, table });
  session.receive(update({ legal, denied }, shown));
  mount(Fixture, {
    target: document.body,
    props: { session, game, voice: new Voice(client.texts) },
  });
});
