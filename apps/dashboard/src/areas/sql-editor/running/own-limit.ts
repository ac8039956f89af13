/** Whether a query says itself how many rows it wants at most, so that no other limit held. */
export const hasOwnLimit = (text: string): boolean => /\b(?:limit|fetch)\b/iu.test(bare(text))

/** Without comments, texts and names in quotes. */
const bare = (text: string): string =>
  text.replaceAll(
    /--[^\n]*|\/\*[\s\S]*?\*\/|'(?:[^']|'')*'|"(?:[^"]|"")*"|(\$\w*\$)[\s\S]*?\1/gu,
    ' ',
  )
