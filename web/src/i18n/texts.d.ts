/** A part of a game's texts, cut out by `lobby-texts.ts`. */
declare module '*.json?table' {
  const texts: Record<string, string>;
  export default texts;
}
