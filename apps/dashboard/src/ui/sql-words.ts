export type SqlPiece = { kind: 'word' | 'text' | 'comment' | 'plain'; text: string }

const keywords = new Set(
  'add all alter always and as asc attach begin between by cascade case cast check cluster collate column comment commit composite constraint create current_timestamp database default deferrable deferred delete desc disable distinct domain each enable end enforced enum exclude execute extension false first for force foreign from function generated grant group having identity if immutable in include increment index inherits initially insert instead is join key language last left level like limit materialized maxvalue minvalue multirange_type_name no not nothing null nulls of on only option options or order over owned partition permissive policy primary procedure public range references replace replica restrictive returns revoke right role row rule schema security select sequence server set setof stable start statistics stored strict subtype table temporary then to trigger true type union unique unlogged update usage using validate values view virtual volatile when where with without'.split(
    ' ',
  ),
)

// A comment, a text (with or without E), a quoted name, a text between dollars, a word, anything.
const token =
  /(--[^\n]*|\/\*[\s\S]*?\*\/)|(e?'(?:[^'\\]|''|\\[\s\S])*'|\$(\w*)\$[\s\S]*?\$\3\$)|("(?:[^"]|"")*")|([a-z_]\w*)|([\s\S])/giu

/** SQL in pieces, for colour alone: joined again they are the text itself. */
export function sqlPieces(sql: string): SqlPiece[] {
  const pieces: SqlPiece[] = []
  for (const [text, comment, literal, , , word] of sql.matchAll(token)) {
    let kind: SqlPiece['kind'] = 'plain'
    if (comment !== undefined) kind = 'comment'
    else if (literal !== undefined) kind = 'text'
    else if (word !== undefined && keywords.has(word.toLowerCase())) kind = 'word'
    const last = pieces.at(-1)
    if (last?.kind === kind) last.text += text
    else pieces.push({ kind, text })
  }
  return pieces
}
