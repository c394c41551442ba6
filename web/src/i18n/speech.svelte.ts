/** The reader's language, and texts with gaps that are filled in it. */
import { recall, remember } from '../memory';
import de from './de.json';
import en from './en.json';
import pl from './pl.json';

export const LANGUAGES = ['en', 'de', 'pl'] as const;
export type Language = (typeof LANGUAGES)[number];
export type Texts = Record<string, string>;
export type TextsByLanguage = Record<Language, Texts>;

/** Something named in a sentence that is drawn with a sign of its own: a seat, a card, a ship. */
export interface Token {
  text: string;
  icon?: string;
  colour?: string;
}

export type Value = string | number | Token;
export type Values = Record<string, Value>;
export type Segment = string | Token;

export const SHELL_TEXTS: TextsByLanguage = { en, de, pl };

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

  /** Speak another language from now on; everything on the page follows at once. */
  speak(language: Language): void {
    this.language = language;
    remember('language', language);
  }
}

export const speech = new Speech();

/** A sentence cut at its gaps, the gaps filled. An unknown gap stays visible. */
export function fill(template: string, values: Values): Segment[] {
  const pieces = template.split(/\{(\w+)\}/);
  const segments: Segment[] = [];
  pieces.forEach((piece, index) => {
    if (index % 2 === 0) {
      if (piece) segments.push(piece);
      return;
    }
    const value = values[piece];
    if (value === undefined) segments.push(`{${piece}}`);
    else segments.push(typeof value === 'number' ? String(value) : value);
  });
  return segments;
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

  /** The form of a text that goes with the number `n`, where its language has several. */
  private form(key: string, n: Value | undefined): string | undefined {
    if (typeof n !== 'number') return undefined;
    return this.find(`${key}.${new Intl.PluralRules(speech.language).select(n)}`);
  }

  has(key: string): boolean {
    return this.find(key) !== undefined;
  }

  parts(key: string, values: Values = {}): Segment[] {
    return fill(this.find(key) ?? this.form(key, values.n) ?? key, values);
  }

  /** The text under a key. A missing key shows itself, so that it is noticed. */
  t(key: string, values: Values = {}): string {
    return plain(this.parts(key, values));
  }
}

/** The shell alone, where no game is involved. */
export const shell = new Voice();
