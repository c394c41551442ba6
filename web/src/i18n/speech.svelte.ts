/** The reader's language, and texts with gaps that are filled in it. */
import { recall, remember } from '../memory';
import {
  fetchTexts,
  LANGUAGES,
  SHELL_TEXTS,
  type Language,
  type TextsByLanguage,
} from './texts.svelte';

export { LANGUAGES, type Language };

/** Something named in a sentence that is drawn with a sign of its own: a seat, a card, a ship. */
export interface Token {
  text: string;
  /** The key of its text; under it, or under its first word, are its forms: `ship.green.dat`. */
  key?: string;
  icon?: string;
  colour?: string;
}

export type Value = string | number | Token;
export type Values = Record<string, Value>;
export type Segment = string | Token;

function isLanguage(text: string | null | undefined): text is Language {
  return LANGUAGES.some((language) => language === text);
}

/** The remembered language, else the first of the browser's that is spoken here, else English. */
export function detectLanguage(remembered: string | null, wishes: readonly string[]): Language {
  if (isLanguage(remembered)) return remembered;
  const spoken = wishes.map((wish) => wish.slice(0, 2).toLowerCase()).find(isLanguage);
  return spoken ?? 'en';
}

class Speech {
  language: Language = $state(detectLanguage(recall('language'), navigator.languages ?? []));

  /** Speak another language from now on; everything on the page follows once its texts are here. */
  speak(language: Language): void {
    remember('language', language);
    const fetched = fetchTexts(language);
    if (fetched === null) this.language = language;
    else void fetched.then(() => (this.language = language));
  }

  /** Have the first texts here before anything is drawn. */
  async begin(): Promise<void> {
    await fetchTexts(this.language);
  }
}

export const speech = new Speech();

/** Names in a row as the language has it: “Anna, Ben and Carl”. */
export function list(names: string[], type: 'conjunction' | 'disjunction' = 'conjunction'): string {
  // The English here is British: no comma before the last name.
  const locale = speech.language === 'en' ? 'en-GB' : speech.language;
  return new Intl.ListFormat(locale, { type }).format(names);
}

/** A text that the server has in several languages, in the reader's. */
export function said(texts: Record<string, string>): string {
  return texts[speech.language] ?? texts.en ?? '';
}

const GAP = /\{(\w+)(?::(\w+)|\|([^{}]+))?\}/g;
/** Which of the forms in a gap goes with a number; German and English have the first and the last. */
const PLACES: Partial<Record<Intl.LDMLPluralRule, number>> = { one: 0, few: 1 };

/** The word that goes with a number: of `card|cards`, or in Polish of `karta|karty|kart`. */
function counted(forms: string, number: Value | undefined): string {
  const words = forms.split('|');
  const plain = Number(String(number).replace('−', '-'));
  const rule = new Intl.PluralRules(speech.language).select(plain);
  return words[PLACES[rule] ?? words.length - 1] ?? '';
}

const NO_BREAK = '\u00a0';
const POLISH_LETTERS = /^[aiouwz] $/i;

/**
 * A text in which no line ends before a number or dots, between a number and what it counts, nor
 * after “w” or “z” in Polish.
 */
export function glued(text: string): string {
  const kept = text
    .replace(/ (?=[\d…%])/g, NO_BREAK)
    .replace(/([\d}]) (?=(s|min)\b|\{\w+\|)/gi, `$1${NO_BREAK}`);
  if (speech.language !== 'pl') return kept;
  return kept.replace(/[\p{L}\p{N}]+ /gu, (word) =>
    POLISH_LETTERS.test(word) ? word.charAt(0) + NO_BREAK : word,
  );
}

/**
 * A sentence cut at its gaps, the gaps filled. An unknown gap stays visible. `{ship:dat}` asks for
 * another form of a named thing, which `find` looks up: a case, or where it is (`at`), `from`, `to`; `{n|card|cards}` for the word that goes
 * with the number `n`.
 */
export function fill(
  template: string,
  values: Values,
  find: (key: string) => string | undefined = () => undefined,
): Segment[] {
  const segments: Segment[] = [];
  let end = 0;
  for (const gap of template.matchAll(GAP)) {
    const [whole, name = '', form, forms] = gap;
    const value = values[name] ?? whole;
    const before = template.slice(end, gap.index);
    const stays = !forms && !Number.isNaN(Number(value));
    if (before) segments.push(stays ? before.replace(/ $/, NO_BREAK) : before);
    segments.push(forms ? counted(forms, value) : filled(value, form, find));
    end = gap.index + whole.length;
  }
  if (end < template.length) segments.push(template.slice(end));
  return segments;
}

function filled(
  value: Value,
  form: string | undefined,
  find: (key: string) => string | undefined,
): Segment {
  if (typeof value === 'number') return String(value);
  if (typeof value === 'string' || !form) return value;
  // A name cannot be declined: Polish puts a word before it that can, “gracza” or “kartę”.
  const { key = 'person' } = value;
  const named = find(`${key}.${form}`) ?? find(`${key.split('.')[0]}.${form}`);
  return named ? { ...value, text: named.replace('{name}', value.text) } : value;
}

/** A sentence that begins with a thing begins with a capital; names stay as they are written. */
function begun(segments: Segment[]): Segment[] {
  const [first, ...rest] = segments;
  if (typeof first !== 'object' || !first.key || rest.length === 0) return segments;
  return [{ ...first, text: first.text.charAt(0).toUpperCase() + first.text.slice(1) }, ...rest];
}

export function plain(segments: Segment[]): string {
  return segments.map((one) => (typeof one === 'string' ? one : one.text)).join('');
}

/** Speaks the shell's texts and, before them, those of one game. */
export class Voice {
  constructor(private readonly game: TextsByLanguage | null = null) {}

  private find(key: string): string | undefined {
    return this.game?.[speech.language][key] ?? SHELL_TEXTS[speech.language][key];
  }

  has(key: string): boolean {
    return this.find(key) !== undefined;
  }

  parts(key: string, values: Values = {}): Segment[] {
    return begun(fill(glued(this.find(key) ?? key), values, (name) => this.find(name)));
  }

  /** The text under a key. A missing key shows itself, so that it is noticed. */
  t(key: string, values: Values = {}): string {
    return plain(this.parts(key, values));
  }
}

/** The shell alone, where no game is involved. */
export const shell = new Voice();
