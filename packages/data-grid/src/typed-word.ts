/** Letters that follow each other this fast are one word, in milliseconds. */
const typingMs = 700

/** What was typed so far to find something in a list, and when. */
export type TypedWord = { text: string; at: number }

/** The word with one letter more, or the next word that the letter begins. */
export function typedOn({ text, at }: TypedWord, letter: string): TypedWord {
  const now = Date.now()
  return { text: now - at < typingMs ? text + letter : letter, at: now }
}
