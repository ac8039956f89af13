import type { Word } from './script-words.ts'
import { isSharing } from './words.ts'

/** Follows the author's case of keywords: that of the typed text, else that of most keywords. */
export function keywordCase(words: readonly Word[], typed: string): (word: string) => string {
  const isUpper = /[A-Z]/u.test(typed) || (!/[A-Z]/u.test(typed) && isMostlyUpper(words))
  return isUpper ? (word) => word.toUpperCase() : (word) => word
}

function isMostlyUpper(words: readonly Word[]): boolean {
  let balance = 0
  for (const word of words) {
    if (word.kind === 'word' && isSharing(word.name)) balance += word.isUpper ? 1 : -1
  }
  return balance > 0
}
