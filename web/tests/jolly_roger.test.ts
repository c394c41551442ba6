import { fireEvent, render } from '@testing-library/svelte';
import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { client } from '../src/games/jolly_roger';
import {
  cardAsked,
  prizeUses,
  readAsk,
  readAsks,
  seatsAsked,
  usesOf,
} from '../src/games/jolly_roger/asks';
import Board from '../src/games/jolly_roger/Board.svelte';
import { crewOf, isCharacter, skillOf, sorted, valueOf } from '../src/games/jolly_roger/cards';
import { Desk } from '../src/games/jolly_roger/desk.svelte';
import { lasts, motions } from '../src/games/jolly_roger/motions';
import { NO_ORDERS, readOrders, standingAnswer, wakingOf } from '../src/games/jolly_roger/orders';
import { composes, table } from '../src/games/jolly_roger/table';
import { around, isOpen, questionOf } from '../src/games/jolly_roger/view';
import { actionText, cardName, eventLine } from '../src/games/jolly_roger/words';
import { LANGUAGES, speech, type Values } from '../src/i18n/speech.svelte';
import { STATIC } from '../src/wire/jolly_roger';
import { textKeys } from './fixtures';
import {
  ACTIONS,
  attack,
  CALLS,
  events,
  mutiny,
  seat,
  sessionWith,
  telling,
  update,
  view,
  voice,
  windowOf,
} from './jolly_roger.fixtures';

const GAP = /[{}]|\b(event|card|prize|promise|action|effect|skill|side|window|hint|dock|deals)\.\w/;
/** Many drawings take their time where there is no browser. */
const DRAWING_MS = 30_000;
const told = (): Promise<void> => new Promise((done) => setTimeout(done));

beforeEach(() => localStorage.clear());
afterEach(() => speech.speak('en'));

describe('the words of Jolly Roger', () => {
  it('are tested for every kind of event there is', () => {
    const wire = readFileSync('src/wire/jolly_roger.ts', 'utf8');
    const kinds = [...wire.matchAll(/\| \{ kind: "(\w+)"/g)].map((match) => match[1]);
    expect(new Set(events.map((event) => event.kind))).toEqual(new Set(kinds));
  });

  it('are tested for every verb there is', () => {
    const keys = Object.keys(client.texts.en).filter((key) => key.startsWith('action.'));
    const verbs = keys.map((key) => key.split('.')[1]);
    expect(new Set(ACTIONS.map((action) => readAsk(action).verb))).toEqual(new Set(verbs));
  });

  it.each(LANGUAGES)('tell every event in %s', (language) => {
    speech.speak(language);
    for (const event of events) {
      const sentence = eventLine(event, telling());
      const line = voice.t(sentence.key, sentence.values as Values);
      expect(line, event.kind).not.toMatch(GAP);
      expect(line, event.kind).not.toMatch(/undefined|NaN|-1/);
      expect(line.length, event.kind).toBeGreaterThan(8);
    }
  });

  it.each(LANGUAGES)('say every action in %s', (language) => {
    speech.speak(language);
    const shown = view({
      attack: { ...attack, multi: 2 },
      plays: [{ seat: 1, card: 'cook', use: 'effect', side: null, target: null }],
      offers: [{ seat: 1, to: 0, kind: 'card', item: 'cook', in_return: 'join' }],
    });
    for (const action of ACTIONS) {
      expect(actionText(action, shown, telling()), action).not.toMatch(GAP);
    }
  });

  it.each(LANGUAGES)('name every window, question, card and promise in %s', (language) => {
    speech.speak(language);
    for (const name of STATIC.windows) {
      const question = questionOf(view({ window: windowOf(name) }));
      if (question === null) continue;
      expect(voice.has(`question.${question}.you`), name).toBe(true);
      expect(voice.has(`question.${question}.other`), name).toBe(true);
      expect(voice.has(`window.${name}`), name).toBe(true);
      expect(voice.has(`hint.${name}`), name).toBe(true);
    }
    for (const kind of STATIC.crew) {
      expect(voice.has(`card.${kind.card}`), kind.card).toBe(true);
      expect(voice.has(`effect.${kind.card}`), kind.card).toBe(kind.character);
    }
    for (const promise of STATIC.promises) expect(voice.has(`promise.${promise}`)).toBe(true);
  });

  it('answer declining and stopping by what was asked', () => {
    const at = (name: string) => view({ window: windowOf(name) });
    expect(actionText('decline', at('react'), telling())).toBe('Let it happen');
    expect(actionText('decline', at('offer'), telling())).toBe('Offer nothing');
    expect(actionText('stop', at('sell'), telling())).toBe('Sell nothing more');
    expect(actionText('stop', at('bury'), telling())).toBe('Bury nothing more');
  });

  it('have the same keys in every language', () => {
    const keys = (language: 'en' | 'de' | 'pl') => textKeys(client.texts[language]);
    expect(keys('de')).toEqual(keys('en'));
    expect(keys('pl')).toEqual(keys('en'));
  });
});

describe('the cards', () => {
  it('are known by skill, value and crew', () => {
    expect([skillOf('nav3_crew1'), valueOf('nav3_crew1'), crewOf('nav3_crew1')]).toEqual([
      'nav',
      3,
      1,
    ]);
    expect([skillOf('multi2_crew1'), skillOf('cook'), isCharacter('cook')]).toEqual([
      null,
      null,
      true,
    ]);
    expect(crewOf('cannon_fodder')).toBe(5);
    expect(sorted(['cook', 'sabres1_crew2', 'nav3_crew1'])).toEqual([
      'nav3_crew1',
      'sabres1_crew2',
      'cook',
    ]);
  });

  it('are called as the box says', () => {
    expect(cardName('nav3_crew1', voice)).toBe('Navigation\u00a03 (crew\u00a01)');
    expect(cardName('F1', voice)).toBe('Fort San Lorenzo');
    expect(cardName('gold3', voice)).toBe('3 gold');
  });
});

describe('asks', () => {
  it('belong to the card that they play and the seats that they aim at', () => {
    const ask = (action: string) => readAsk(action);
    expect(cardAsked(ask('crew cook captain'))).toBe('cook');
    expect(cardAsked(ask('call_cutthroat'))).toBe('cutthroat');
    expect(cardAsked(ask('pass'))).toBeNull();
    expect(seatsAsked(ask('second_mate 1 3'))).toEqual([1, 3]);
    expect(seatsAsked(ask('second_mate 3 3'))).toEqual([3]);
    expect(seatsAsked(ask('sea_dog captain 2'))).toEqual([2]);
  });

  it('hide what is not possible behind what is', () => {
    const denied = { action: 'muster cook', code: 'only_normal_cards', reason: '', rule: 'JR-A2' };
    expect(usesOf(readAsks(['crew cook captain'], [denied]), 'cook')).toHaveLength(1);
    expect(usesOf(readAsks([], [denied]), 'cook')[0]?.denied?.rule).toBe('JR-A2');
    expect(prizeUses(readAsks(['give rum 1', 'give rum 2'], []), 'rum', 'give')).toHaveLength(2);
  });
});

describe('the desk', () => {
  async function deskAt(change: Parameters<typeof update>[0] = {}, shown = view()) {
    const { session, sent } = sessionWith(update(change, shown));
    await told();
    return { desk: new Desk(session, () => voice), session, sent };
  }

  it('arms a mutiny first and calls with the strongest card at the second press', async () => {
    const { desk, session } = await deskAt();
    desk.mutiny();
    expect(desk.armed).toBe(true);
    expect(desk.uses('stowaway')).toEqual([]);
    expect(session.pending).toBeNull();
    desk.mutiny();
    expect(session.pending).toBe('call cannon_fodder');
  });

  it('plays a card at once if it can mean only one thing, by touch at the second tap', async () => {
    const legal = ['pass', 'done', 'muster nav3_crew1'];
    const shown = view({ window: windowOf('muster'), attack });
    const first = await deskAt({ legal }, shown);
    first.desk.take(0, 'nav3_crew1', true);
    expect(first.session.pending).toBe('muster nav3_crew1');
    const second = await deskAt({ legal }, shown);
    second.desk.take(0, 'nav3_crew1', false);
    expect(second.session.pending).toBeNull();
    second.desk.take(0, 'nav3_crew1', false);
    expect(second.session.pending).toBe('muster nav3_crew1');
  });

  it('takes a hidden prize up, then shows it to the seat that is pressed', async () => {
    const asides = ['show rum 1', 'show rum 3', 'show gold3 1'];
    const { desk, session } = await deskAt({ legal: ['pass'], asides });
    expect(desk.seatAsk(1)).toBeNull();
    desk.raise('rum');
    expect(desk.seatAsk(2)).toBeNull();
    desk.raise('rum');
    expect(desk.seatAsk(1)).toBeNull();
    desk.raise('rum');
    desk.pressSeat(3);
    expect(session.pending).toBe('show rum 3');
  });

  it('offers the ways to use a card, then the seats', async () => {
    const legal = ['pass', 'crew sea_dog captain', 'sea_dog captain 2', 'sea_dog captain 3'];
    const { desk, session } = await deskAt({ legal }, view({ window: windowOf('mutiny'), mutiny }));
    desk.take(0, 'sea_dog', true);
    expect(desk.modes.map((mode) => mode.key)).toEqual(['crew captain', 'sea_dog captain']);
    expect(desk.seatAsk(2)).toBeNull();
    desk.settle(desk.modes[1]!);
    expect(desk.seatAsk(2)?.action).toBe('sea_dog captain 2');
    desk.pressSeat(3);
    expect(session.pending).toBe('sea_dog captain 3');
  });

  it('lets the Second Mate rob two, one after the other', async () => {
    const legal = ['pass', 'second_mate 1 2', 'second_mate 1 3', 'second_mate 2 3'];
    const { desk, session } = await deskAt({ legal });
    desk.take(0, 'second_mate', true);
    desk.pressSeat(3);
    expect([desk.robbed, session.pending]).toEqual([3, null]);
    expect(desk.seatAsk(3)).toBeNull();
    desk.pressSeat(1);
    expect(session.pending).toBe('second_mate 1 3');
  });

  it('gives the lifted prize, and says why somebody cannot have it', async () => {
    const legal = ['give gold1 0', 'give gold1 3', 'give rum 0', 'give rum 3'];
    const denied = [{ action: 'give rum 1', code: 'not_among_fewest', reason: '', rule: 'JR-D3' }];
    const prompt = { question: 'give_prize', rule: 'JR-D3', default: 'give gold1 0' };
    const { desk, session } = await deskAt({ legal, denied, prompt });
    expect(desk.given).toBe('gold1');
    desk.lifted = 'rum';
    desk.pressSeat(1);
    expect(session.trouble).toMatchObject({ code: 'not_among_fewest', rule: 'JR-D3' });
    desk.give('rum', 3);
    expect(session.pending).toBe('give rum 3');
  });
});

describe('offers', () => {
  it('are put together from what the view allows', async () => {
    expect(composes('offer gold2 1 join', view())).toBe(true);
    expect(composes('offer gold3 1 join', view())).toBe(false);
    expect(composes('offer gold2 0 join', view())).toBe(false);
    expect(composes('offer gold2 1 appoint', view())).toBe(false);
    expect(composes('offer gold2 1 join', view({ offering: null }))).toBe(false);
    expect(composes('add gold2', view())).toBe(false);
    const { session, sent } = sessionWith(update());
    await told();
    session.act('offer gold2 1 join');
    expect(sent.at(-1)).toMatchObject({ type: 'act', action: 'offer gold2 1 join' });
  });

  it('are answered though it is nobody’s turn', async () => {
    const { session, sent } = sessionWith(
      update({ waiting: [1], legal: [], prompt: null, asides: ['accept_offer 1'] }),
    );
    await told();
    session.act('decline_offer 1');
    expect(session.pending).toBeNull();
    session.act('accept_offer 1');
    expect(sent.at(-1)).toMatchObject({ type: 'act', action: 'accept_offer 1' });
  });
});

describe('standing orders', () => {
  const passing = { ...NO_ORDERS, passing: true, keeps: [], wakes: [] };
  const calls = ['pass', 'done', 'call nav3_crew1'];

  it('pass the calls of a round, but nothing else', () => {
    const orders = { ...NO_ORDERS, noMutiny: 3 };
    expect(standingAnswer(orders, view(), calls, 0)).toBe('pass');
    expect(standingAnswer(orders, view({ round: 4 }), calls, 0)).toBeNull();
    expect(standingAnswer(orders, view(), CALLS, 0)).toBeNull();
  });

  it('pass everything but what is kept', () => {
    expect(standingAnswer(passing, view(), CALLS, 0)).toBe('pass');
    expect(standingAnswer({ ...passing, keeps: ['characters'] }, view(), CALLS, 0)).toBeNull();
    expect(standingAnswer({ ...passing, keeps: ['muster'] }, view(), CALLS, 0)).toBe('pass');
    expect(standingAnswer(passing, view(), ['pass', 'done'], 0)).toBe('pass');
    expect(standingAnswer(NO_ORDERS, view(), ['pass', 'done'], 0)).toBeNull();
  });

  it('decline for a Traitor only if he is not kept', () => {
    const react = view({ window: windowOf('react') });
    const legal = ['decline', 'traitor'];
    expect(standingAnswer(passing, react, legal, 0)).toBe('decline');
    expect(standingAnswer({ ...passing, keeps: ['traitor'] }, react, legal, 0)).toBeNull();
  });

  it('never answer what must be decided', () => {
    const decisions = [
      ['appoint 1', 'appoint 2'],
      ['sail fort', 'sail port'],
      ['spare', 'punish', 'suggest 3'],
      ['give gold1 0'],
      ['stop', 'bury gold2'],
      ['stand'],
      ['accept_offer 1', 'decline_offer 1'],
      ['discard cook'],
    ];
    for (const legal of decisions) expect(standingAnswer(passing, view(), legal, 0)).toBeNull();
    const carpenter = view({ window: windowOf('offer') });
    expect(standingAnswer(passing, carpenter, ['decline', 'present rum'], 0)).toBeNull();
  });

  it('wake when it matters', () => {
    const wakes = (wake: (typeof NO_ORDERS.wakes)[number]) => ({ ...passing, wakes: [wake] });
    const offer = { seat: 1, to: 0, kind: 'prize', item: 'rum', in_return: null };
    const rich = seat(2, { gold: 7 });
    const seats = [seat(0), seat(1), rich, seat(3)];
    expect(wakingOf(view({ mutiny }), 0, wakes('mutiny'))).toBe('mutiny');
    expect(wakingOf(view({ offers: [offer] }), 0, wakes('offer'))).toBe('offer');
    expect(wakingOf(view({ offers: [offer] }), 2, wakes('offer'))).toBeNull();
    expect(wakingOf(view({ seats }), 0, wakes('rich'))).toBe('rich');
    expect(wakingOf(view(), 0, wakes('rich'))).toBeNull();
    expect(wakingOf(view({ attack }), 0, wakes('short'))).toBe('short');
    expect(wakingOf(view({ attack: { ...attack, lacking: 0 } }), 0, wakes('short'))).toBeNull();
    expect(wakingOf(view({ last_round: true }), 0, wakes('last_round'))).toBe('last_round');
    expect(standingAnswer(wakes('mutiny'), view({ mutiny }), CALLS, 0)).toBeNull();
  });

  it('are read back as they were written, whatever was stored', () => {
    const orders = { noMutiny: 2, passing: true, keeps: ['trade'], wakes: ['rich'] };
    expect(readOrders(JSON.parse(JSON.stringify(orders)))).toEqual(orders);
    expect(readOrders('nonsense')).toEqual(NO_ORDERS);
    expect(readOrders({ keeps: ['muster', 'moon'], wakes: 3 })).toEqual({
      noMutiny: null,
      passing: false,
      keeps: ['muster'],
      wakes: [],
    });
  });

  it('answer for the person, and from the moment they are given', async () => {
    const { session, sent } = sessionWith(update({ legal: calls }));
    await told();
    expect(sent.filter((one) => one.type === 'act')).toEqual([]);
    session.order({ ...NO_ORDERS, noMutiny: 3 });
    expect(sent.at(-1)).toMatchObject({ type: 'act', action: 'pass' });
  });
});

describe('standing orders that come too late', () => {
  it('are given again if the table has gone on, and never twice to the same question', async () => {
    const passing = { ...NO_ORDERS, passing: true, keeps: [], wakes: [] };
    const { session, sent } = sessionWith(update({ legal: ['pass', 'done'] }));
    await told();
    session.order(passing);
    const acts = () => sent.filter((one) => one.type === 'act');
    const refuse = () => {
      const id = String(acts().at(-1)?.id);
      session.receive({
        type: 'refused',
        id,
        code: 'not_now',
        reason: '',
        rule: null,
        details: null,
      });
    };
    session.receive(update({ seq: 11, legal: ['pass', 'done'] }));
    await told();
    expect(acts()).toHaveLength(1);
    refuse();
    expect(acts()).toHaveLength(2);
    expect(session.trouble).toBeNull();
    refuse();
    expect(acts()).toHaveLength(2);
  });
});

/** What the first question does not need is fetched, and drawn. */
async function fetched(): Promise<void> {
  await table.later?.();
  await new Promise((done) => setTimeout(done));
}

describe('the table', () => {
  it('knows its windows and its seats', () => {
    expect(isOpen(view())).toBe(true);
    expect(isOpen(view({ window: windowOf('give') }))).toBe(false);
    expect(questionOf(view({ window: null }))).toBeNull();
    expect(around(view(), 2).map((one) => one.seat)).toEqual([2, 3, 0, 1]);
  });

  it('asks before a fine prize is traded for a card', () => {
    const shown = view() as unknown as Parameters<typeof table.unusual>[1];
    expect(table.unusual('trade gold3', shown, 0)).toBe('ask.trade');
    expect(table.unusual('trade rum', shown, 0)).toBeNull();
  });

  it('does not hold up the game for what comes by the dozen', () => {
    for (const event of events) expect(lasts(event)).toBeLessThanOrEqual(900);
    const drawn = events.find((event) => event.kind === 'card_drawn')!;
    expect(motions(drawn)).toEqual([]);
  });

  it.each([
    ['an attack', view({ window: windowOf('muster'), attack })],
    ['a mutiny', view({ window: windowOf('mutiny'), mutiny })],
    [
      'a sharing',
      view({
        window: windowOf('give'),
        sharing: {
          prizes: ['gold3', null],
          from_mutiny: false,
          cook: null,
          picker: null,
          shares: [],
        },
      }),
    ],
  ])(
    'is drawn during %s, for players and for spectators',
    async (_, shown) => {
      for (const here of [0, null]) {
        const legal = here === null ? [] : ['pass'];
        const { session } = sessionWith(update({ legal }, shown), here);
        await told();
        const { unmount, queryByTestId } = render(Board, { session, voice });
        expect(queryByTestId('panel-3')).not.toBeNull();
        expect(queryByTestId('role-captain')).not.toBeNull();
        expect(queryByTestId('hand') === null).toBe(here === null);
        unmount();
      }
    },
    DRAWING_MS,
  );

  it.each([false, true])('knows who is away and may bribe; a replay does not: %s', async (past) => {
    const { session } = sessionWith(update(), 0, past);
    await told();
    const table = session.table!;
    session.table = { ...table, seats: table.seats.map((one) => ({ ...one, online: false })) };
    const { queryByTestId, queryAllByText } = render(Board, { session, voice });
    expect(queryByTestId('bribe') === null).toBe(past);
    expect(queryAllByText(voice.t('seat.away')).length).toBe(past ? 0 : 1);
    await fireEvent.keyDown(window, { key: 'b' });
    await fetched();
    expect(queryByTestId('offer-form') === null).toBe(past);
  });

  it('lets a hidden prize be shown by pressing it: one at hand, one buried, one to trade', async () => {
    const legal = ['pass', 'trade gold2'];
    const asides = ['show gold2 1', 'show rum 1', 'show gold3 2'];
    const { session } = sessionWith(update({ legal, asides }));
    await told();
    const { getByTestId, getByLabelText, container } = render(Board, { session, voice });
    const press = async (place: Element | null): Promise<void> => {
      if (!place) throw new Error('there is nothing to press');
      await fireEvent.click(place);
    };
    const own = getByTestId('panel-0');
    const named = (prize: string): HTMLElement =>
      getByLabelText(voice.t('prize.show', { prize: cardName(prize, voice) }));

    await press(named('gold2'));
    await fetched();
    expect(session.pending).toBeNull();
    expect(
      container.querySelector('[data-testid="uses"] [data-target="trade gold2"]'),
    ).toBeTruthy();
    expect(named('rum').classList).not.toContain('lantern');
    await press(named('gold3'));
    expect(own.querySelector('.under')).toBeTruthy();
    await press(getByTestId('panel-2').querySelector('[data-target="show gold3 2"]'));
    expect(session.pending).toBe('show gold3 2');
  });
});
