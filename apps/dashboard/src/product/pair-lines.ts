/** Names and values, one pair in each line: `name: value`. */
export const writePairs = (pairs: Readonly<Record<string, string>>): string =>
  Object.entries(pairs)
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n')

export const separatedLines = (text: string): string[] =>
  text.split('\n').filter((line) => line.trim() !== '')

/** Spaces around names and values are not part of them. */
export const readPairs = (text: string): Record<string, string> =>
  Object.fromEntries(
    separatedLines(text).map((line) => {
      const [name = '', ...value] = line.split(':')
      return [name.trim(), value.join(':').trim()]
    }),
  )
