/** Letters that follow each other this fast are one word, in milliseconds. */
const typingMs = 700

/** The text typed so far to find an item of a list, and the time of the last key. */
export type TypedWord = { text: string; at: number }

/** Appends a letter to the word, or starts a new word with it. */
export function typedOn({ text, at }: TypedWord, letter: string): TypedWord {
  const now = Date.now()
  return { text: now - at < typingMs ? text + letter : letter, at: now }
}
