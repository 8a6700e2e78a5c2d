/**
 * Characters that a terminal acts on, or that show text otherwise than it is: controls but line feeds and tabs,
 * bidirectional ones, separators, what takes no width. Colours of our own (`ESC [ digits m`) are none.
 */
const acting =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters it is about
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}\p{Cs}]/u;
/** Colours, and a line of progress that is written over. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: a terminal's colours begin with one
const own = /\u001b\[[\d;]*m|\r\u001b\[K/g;

/** Where a text does that, with what stands around it; undefined: nowhere. @param coloured our own sequences may be in it */
export function actsOnTerminals(text: string, coloured = false): string | undefined {
  const plain = coloured ? text.replace(own, "") : text;
  const at = plain.search(acting);
  return at < 0 ? undefined : JSON.stringify(plain.slice(Math.max(0, at - 60), at + 60));
}
