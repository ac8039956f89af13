import { tokens } from '@basalt/pg-sql'

import type { ScriptKind } from './script-kinds.ts'

/** A statement with PostgreSQL's name for its command: `CREATE FUNCTION`. */
type Statement = { text: string; start: number; kind: string }

type Refusal = { message: string; position: number }

/**
 * The first statement that does more than to create, change or drop objects of the kind; null when
 * there is none. It keeps people from mistakes: bodies of functions can do anything.
 */
export function findRefused(kind: ScriptKind, statements: readonly Statement[]): Refusal | null {
  if (statements.length === 0) return { message: 'Enter a statement', position: 0 }
  for (const { text, start, kind: command } of statements) {
    const words = listWords(text)
    if (command.startsWith('DROP ') && words.endsWith(' cascade')) {
      return {
        message:
          'CASCADE drops other objects too. Use Drop on the page of the object, which lists them, or the SQL editor.',
        position: start,
      }
    }
    if (!isOfKind(kind, command, words)) {
      return {
        message: `Only statements that create, change or drop ${kind.nouns} run here. Use the SQL editor for others.`,
        position: start,
      }
    }
  }
  return null
}

function isOfKind({ types, tableAction }: ScriptKind, command: string, words: string): boolean {
  const [verb, ...type] = command.split(' ')
  if (verb === 'COMMENT')
    return types.some((one) => words.startsWith(`comment on ${one.toLowerCase()} `))
  if (command === 'ALTER TABLE' && tableAction !== undefined) {
    const table = String.raw`(?:if exists )?(?:only )?[^ ]+(?: \. [^ ]+)*(?: \*)?`
    return new RegExp(`^alter table ${table} ${tableAction}(?: , ${tableAction})*$`, 'u').test(
      words,
    )
  }
  return ['CREATE', 'ALTER', 'DROP'].includes(verb ?? '') && types.includes(type.join(' '))
}

/** The words and symbols in lower case with blanks between them; `""` stands for a quoted one. */
function listWords(text: string): string {
  const words: string[] = []
  for (const { kind, start, end } of tokens(text)) {
    if (kind === 'space' || kind === 'comment') continue
    words.push(kind === 'quoted' ? '""' : text.slice(start, end).toLowerCase())
  }
  return words.join(' ')
}
