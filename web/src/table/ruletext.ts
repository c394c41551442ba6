/** The few marks of a rule's text: paragraphs, list items, bold words, and names of rules. */
import { glued } from '../i18n/speech.svelte';

export type Span = { kind: 'text' | 'bold' | 'rule'; text: string };

export interface Block {
  item: boolean;
  spans: Span[];
}

const MARKS = /(\*\*[^*]+\*\*|`[^`]+`|\b[A-Z][A-Z0-9]{1,4}-[A-Z]{1,2}\d+\b)/;

function span(text: string): Span {
  if (text.startsWith('**')) return { kind: 'bold', text: text.slice(2, -2) };
  if (text.startsWith('`')) return { kind: 'bold', text: text.slice(1, -1) };
  return { kind: MARKS.test(text) ? 'rule' : 'text', text };
}

function block(text: string, item: boolean): Block {
  const spans = glued(text)
    .split(MARKS)
    .filter((part) => part !== '')
    .map(span);
  return { item, spans };
}

/** Cuts a rule's text into what is drawn; nothing of it is ever read as markup. */
export function ruleBlocks(text: string): Block[] {
  const blocks: Block[] = [];
  for (const paragraph of text.split(/\n\s*\n/)) {
    const parts = paragraph.trim().split(/\n(?=\s*[-*] )/);
    for (const part of parts) {
      const words = part.replace(/\s*\n\s*/g, ' ').trim();
      if (!words) continue;
      const item = /^[-*] /.test(words);
      blocks.push(block(item ? words.slice(2) : words, item));
    }
  }
  return blocks;
}
