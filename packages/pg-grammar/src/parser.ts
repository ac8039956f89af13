import type { Tree } from './tree.ts'

/* oxlint-disable no-underscore-dangle -- so Emscripten names what it exports */

/** The used part of the module that Emscripten built of PostgreSQL's parser. */
type PgModule = {
  lengthBytesUTF8(text: string): number
  stringToUTF8(text: string, pointer: number, bytes: number): void
  UTF8ToString(pointer: number): string
  getValue(pointer: number, type: 'i32'): number
  _malloc(bytes: number): number
  _free(pointer: number): void
  _wasm_parse_query_raw(text: number): number
  _wasm_free_parse_result(result: number): void
  _wasm_parse_plpgsql(text: number): number
  _wasm_free_string(text: number): void
}

type Started = (instance: WebAssembly.Instance) => void

export type CreateModule = (options: {
  instantiateWasm(imports: WebAssembly.Imports, started: Started): object
}) => Promise<PgModule>

/** `position` counts characters from 1, as PostgreSQL does, and is 0 when it is not known. */
type Refused = { message: string; position: number }

export type Parsed = { statements: Tree[] } | { refused: Refused }

/** PostgreSQL's own parser. It has no state between calls. */
export type Parser = {
  /** The raw parse trees of a text. Places in them count bytes of UTF-8. */
  parse(text: string): Parsed
  /** The body of one `create function` or `do` of the language plpgsql; null when refused. */
  parsePlPgSql(statement: string): Tree | null
}

/**
 * A text that is too much for the program leaves its memory in an unknown state, so the next
 * one is read by a new instance. Until that has started every text is refused.
 */
export async function startParser(
  create: CreateModule,
  program: WebAssembly.Module,
): Promise<Parser> {
  const start = () =>
    create({
      instantiateWasm(imports, started) {
        started(new WebAssembly.Instance(program, imports))
        return {}
      },
    })
  let current: PgModule | null = await start()
  const startAgain = () => {
    current = null
    start().then(
      (next) => (current = next),
      () => undefined,
    )
  }
  const using = <T>(work: (module: PgModule) => T, otherwise: T): T => {
    if (current === null) return otherwise
    try {
      return work(current)
    } catch {
      startAgain()
      return otherwise
    }
  }
  return {
    parse: (text) => using((module) => parseWith(module, text), { refused: tooMuch }),
    parsePlPgSql: (statement) => using((module) => parseBodyWith(module, statement), null),
  }
}

const tooMuch: Refused = {
  message: 'The statement is too long or too deeply nested to be parsed',
  position: 0,
}

function parseWith(module: PgModule, text: string): Parsed {
  return withText(module, text, (pointer) => {
    const result = module._wasm_parse_query_raw(pointer)
    try {
      const error = module.getValue(result + 8, 'i32')
      if (error !== 0) {
        const message = module.UTF8ToString(module.getValue(error, 'i32'))
        return { refused: { message, position: module.getValue(error + 16, 'i32') } }
      }
      const json = module.UTF8ToString(module.getValue(result, 'i32'))
      const { stmts = [] } = JSON.parse(json) as { stmts?: { stmt?: Tree }[] }
      return { statements: stmts.flatMap(({ stmt }) => (stmt === undefined ? [] : [stmt])) }
    } finally {
      module._wasm_free_parse_result(result)
    }
  })
}

function parseBodyWith(module: PgModule, statement: string): Tree | null {
  return withText(module, statement, (pointer) => {
    const result = module._wasm_parse_plpgsql(pointer)
    try {
      const answer = module.UTF8ToString(result)
      // Anything but an object is the message of a refusal.
      return answer.startsWith('{') ? (JSON.parse(answer) as Tree) : null
    } finally {
      module._wasm_free_string(result)
    }
  })
}

function withText<T>(module: PgModule, text: string, work: (pointer: number) => T): T {
  const bytes = module.lengthBytesUTF8(text) + 1
  const pointer = module._malloc(bytes)
  try {
    module.stringToUTF8(text, pointer, bytes)
    return work(pointer)
  } finally {
    module._free(pointer)
  }
}
