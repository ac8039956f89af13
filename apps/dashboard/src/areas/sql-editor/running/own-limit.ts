/** Whether a query has its own limit, so that no other one was applied. */
export const hasOwnLimit = (text: string): boolean => /\b(?:limit|fetch)\b/iu.test(bare(text))

/** Without comments, texts and names in quotes. */
const bare = (text: string): string =>
  text.replaceAll(
    /--[^\n]*|\/\*[\s\S]*?\*\/|'(?:[^']|'')*'|"(?:[^"]|"")*"|(\$\w*\$)[\s\S]*?\1/gu,
    ' ',
  )
