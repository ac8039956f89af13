/** A value of a key in a sentence: blanks at its ends are shown, for it may hold nothing else. */
export const keyText = (value: string): string =>
  value === ''
    ? 'empty text'
    : value.replaceAll(/^\s+|\s+$/gu, (blanks) => '␣'.repeat(blanks.length))

/** Values of a key with the names of its columns. */
export const named = (columns: readonly string[], key: readonly string[]): string =>
  key.map((value, at) => `${columns[at] ?? ''} ${keyText(value)}`).join(' · ')
