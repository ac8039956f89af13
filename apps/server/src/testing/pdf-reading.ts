import { inflateSync } from 'node:zlib'

type Stream = { id: number; head: string; data: string }

/** The text of each page of a file, line by line, as a reader would copy it. */
export function pdfPages(file: Buffer): string[] {
  const text = file.toString('latin1')
  const objects = new Map<number, string>()
  for (const [, id, content = ''] of text.matchAll(/(\d+) 0 obj\n([\s\S]*?)\nendobj/gu)) {
    objects.set(Number(id), content)
  }
  const streams = new Map(Array.from(objects, ([id, one]) => [id, getStream(id, one)]))
  const pages = [...objects.values()].filter((one) => /\/Type \/Page\n/u.test(one))
  return pages.map((page) => {
    const contents = streams.get(referenceIn(page, 'Contents'))?.data ?? ''
    const resources = objects.get(referenceIn(page, 'Resources')) ?? page
    const fonts = new Map<string, Map<string, string>>()
    for (const [, name = '', font] of resources.matchAll(/\/(F\d+) (\d+) 0 R/gu)) {
      const map = referenceIn(objects.get(Number(font)) ?? '', 'ToUnicode')
      fonts.set(name, charactersIn(streams.get(map)?.data ?? ''))
    }
    return shownIn(contents, fonts)
  })
}

const referenceIn = (object: string, name: string): number =>
  Number(new RegExp(`/${name} (\\d+) 0 R`, 'u').exec(object)?.[1] ?? -1)

function getStream(id: number, object: string): Stream {
  const [, head = '', data = ''] = /^([\s\S]*?)\nstream\n([\s\S]*)\nendstream/u.exec(object) ?? []
  const bytes = Buffer.from(data, 'latin1')
  const isPacked = head.includes('/FlateDecode')
  return { id, head, data: isPacked ? inflateSync(bytes).toString('latin1') : data }
}

/** A ToUnicode table: the text of each glyph. */
function charactersIn(table: string): Map<string, string> {
  const characters = new Map<string, string>()
  for (const [, first = '0', list = ''] of table.matchAll(
    /<([0-9a-f]{4})> <[0-9a-f]{4}> \[([^\]]*)\]/giu,
  )) {
    Array.from(list.matchAll(/<([0-9a-f]+)>/giu)).forEach(([, hex = ''], index) => {
      const glyph = (Number.parseInt(first, 16) + index).toString(16).padStart(4, '0')
      characters.set(glyph, utf16(hex))
    })
  }
  return characters
}

const utf16 = (hex: string) => Buffer.from(hex, 'hex').swap16().toString('utf16le')

/** Text at the same height is one line, its parts separated by blanks. */
function shownIn(contents: string, fonts: Map<string, Map<string, string>>): string {
  const lines: string[] = []
  let font = new Map<string, string>()
  let height = ''
  let actual: string | null = null
  const show = (text: string) => {
    lines.push(`${lines.pop() ?? ''}${text}`)
  }
  for (const operator of contents.split('\n')) {
    const [, name] = /^\/(F\d+) [\d.]+ Tf/u.exec(operator) ?? []
    if (name !== undefined) font = fonts.get(name) ?? font
    const [, y] = /^1 0 0 1 [\d.-]+ ([\d.-]+) Tm/u.exec(operator) ?? []
    if (y !== undefined) {
      if (y === height) show(' ')
      else lines.push('')
      height = y
    }
    const [, span] = /^\/ActualText \((.*)\)$/u.exec(operator) ?? []
    if (span !== undefined) actual = toText(span)
    if (operator.startsWith('EMC')) actual = null
    if (/\] TJ$|> Tj$/u.test(operator)) {
      const glyphs = Array.from(operator.matchAll(/<([0-9a-f]+)>/giu), ([, hex = '']) => hex)
      const said = glyphs.join('').match(/.{4}/gu) ?? []
      show(actual ?? said.map((glyph) => font.get(glyph) ?? '?').join(''))
    }
  }
  return lines.join('\n').replaceAll(/ {2,}/gu, ' ')
}

/** A text of the file itself: UTF-16 when it starts with a byte order mark. */
function toText(literal: string): string {
  const plain = literal.replaceAll(/\\([()\\])/gu, '$1')
  if (!plain.startsWith('þÿ')) return plain
  return Buffer.from(plain.slice(2), 'latin1').swap16().toString('utf16le')
}
