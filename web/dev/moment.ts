/**
 * A table of any game as the server's own messages show it, without a server: open
 * `moment.html?game=jolly-roger`, then call `moment(welcome, update)`. Not in the build.
 */
import { mount } from 'svelte';
import { gameClient, loadTable } from '../src/games/registry';
import { speech, Voice } from '../src/i18n/speech.svelte';
import { light } from '../src/light.svelte';
import '../src/styles/base.css';
import type { Socket } from '../src/table/connection';
import { Session } from '../src/table/session.svelte';
import type { Update, Welcome } from '../src/wire/messages';
import { ownBox } from '../tests/boxes';
import Fixture from './Fixture.svelte';

const client = gameClient(new URLSearchParams(location.search).get('game') ?? '');
document.documentElement.dataset.theme = light.theme;

async function moment(welcome: Welcome, update: Update): Promise<void> {
  if (!client) throw new Error('no such game');
  const session = new Session({
    table: 'dev',
    credential: null,
    dial: () => ({ send: () => undefined, close: () => undefined }) as unknown as Socket,
  });
  await speech.begin();
  const game = await loadTable(client, Promise.resolve(ownBox(client.name)));
  session.game = game;
  session.receive(welcome);
  session.receive(update);
  document.body.replaceChildren();
  mount(Fixture, {
    target: document.body,
    props: { session, game, voice: new Voice(client.texts) },
  });
  Object.assign(window, { session });
}

Object.assign(window, { moment });
