/** Texts by language. They are fetched when a language, or a game, is wanted, and kept. */
export const LANGUAGES = ['en', 'de', 'pl'] as const;
export type Language = (typeof LANGUAGES)[number];
export type Texts = Record<string, string>;
export type TextsByLanguage = Record<Language, Texts>;

type Fetch<T> = () => Promise<{ default: T }>;

/** What the pages around a game say, and what the lobby says of each game. */
interface Pack {
  shell: Texts;
  lobby: Record<string, Texts>;
}

const packs: Record<Language, Fetch<Pack>> = {
  en: () => import('./en'),
  de: () => import('./de'),
  pl: () => import('./pl'),
};

const NONE: Texts = {};

class Shelf {
  en: Texts = $state.raw(NONE);
  de: Texts = $state.raw(NONE);
  pl: Texts = $state.raw(NONE);
}

export const SHELL_TEXTS = new Shelf();
const lobbyTexts: Record<Language, Record<string, Texts>> = { en: {}, de: {}, pl: {} };

/** The texts of one game: a few for the lobby at first, all of them once it is played here. */
export class GameTexts implements TextsByLanguage {
  private readonly all = new Shelf();
  /** What the pieces of the box are called, as the server says it. */
  private labels: Record<string, Texts> = $state.raw({});
  private readonly labeled = new Map<Texts, Texts>();

  constructor(
    private readonly folder: string,
    private readonly sources: Record<Language, Fetch<Texts>>,
  ) {}

  get en(): Texts {
    return this.of('en');
  }

  get de(): Texts {
    return this.of('de');
  }

  get pl(): Texts {
    return this.of('pl');
  }

  /** Fetch all of them; null if they are here. */
  fetch(language: Language): Promise<void> | null {
    wanted.add(this);
    if (this.all[language] !== NONE) return null;
    return Promise.all([this.sources[language](), packs[language]()]).then(([texts, pack]) => {
      this.all[language] = { ...this.lobbyTexts(pack.default.lobby, language), ...texts.default };
    });
  }

  /** Call pieces by these names from now on. */
  label(labels: Record<string, Texts>): void {
    this.labeled.clear();
    this.labels = labels;
  }

  private of(language: Language): Texts {
    const { labels } = this;
    const all = this.all[language];
    if (all === NONE) return this.lobbyTexts(lobbyTexts[language], language);
    const known = this.labeled.get(all);
    if (known) return known;
    const made = { ...all, ...labels[language] };
    this.labeled.set(all, made);
    return made;
  }

  private lobbyTexts(all: Record<string, Texts>, language: Language): Texts {
    return all[`../../../src/broadside/games/${this.folder}/texts/${language}.json`] ?? NONE;
  }
}

/** Games that are shown in full: another language has to be fetched for them, too. */
const wanted = new Set<GameTexts>();

/** Fetch what is said in a language on this page; null if all of it is here. */
export function fetchTexts(language: Language): Promise<void> | null {
  const missing = [...wanted].flatMap((game) => game.fetch(language) ?? []);
  if (SHELL_TEXTS[language] === NONE) missing.push(fetchPack(language));
  return missing.length > 0 ? Promise.all(missing).then(() => undefined) : null;
}

async function fetchPack(language: Language): Promise<void> {
  const { shell, lobby } = (await packs[language]()).default;
  lobbyTexts[language] = lobby;
  SHELL_TEXTS[language] = shell;
}
