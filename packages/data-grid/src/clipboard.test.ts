import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { listCells, toCsv, toHtml, toJson, toMarkdown, toTsv } from './copied-cells.ts'
import { firstPastedCell, readClipboard, readSeparated } from './pasted-cells.ts'

const rows = [
  ['1', 'plain', null],
  ['2', 'with\ttab', ''],
  ['3', 'two\nlines "quoted"', 'x'],
]
const given = { given: [0, 1, 2] }
const source = { getRow: (index: number) => rows[index] }
const all = { top: 0, bottom: 2, left: 0, right: 2 }

const anyCell = fc.option(
  fc.string({ unit: fc.constantFrom('a', 'ä', '"', '\t', '\n', '\r', ',', ' ', '#', '1') }),
)
const anyCells = fc
  .tuple(fc.integer({ min: 1, max: 5 }), fc.integer({ min: 1, max: 6 }))
  .chain(([width, height]) =>
    fc.array(fc.array(anyCell, { minLength: width, maxLength: width }), {
      minLength: height,
      maxLength: height,
    }),
  )

describe('copied cells', () => {
  test('are in the order of the screen, without hidden columns', () => {
    const { cells } = listCells({ ...all, right: 1 }, { given: [2, 0] }, source)
    expect(cells).toEqual([
      [null, '1'],
      ['', '2'],
      ['x', '3'],
    ])
  })

  test('are quoted for spreadsheets, with NULL distinct from an empty text', () => {
    const { cells } = listCells(all, given, source)
    expect(toTsv(cells)).toBe('1\tplain\t\n2\t"with\ttab"\t""\n3\t"two\nlines ""quoted"""\tx')
  })

  test('are the plain value if there is one cell only', () => {
    expect(toTsv([['two\nlines "quoted"']])).toBe('two\nlines "quoted"')
    expect(toTsv([[null]])).toBe('')
  })

  test('omit rows that are not loaded, and report their number', () => {
    expect(listCells({ ...all, bottom: 4 }, given, source)).toMatchObject({ missing: 2 })
  })

  test('become an HTML table in which values are escaped', () => {
    expect(toHtml([['<b>', 'a\nb']])).toBe(
      '<table><tbody><tr><td dir="auto">&lt;b&gt;</td><td dir="auto">a<br>b</td></tr></tbody></table>',
    )
    expect(toMarkdown(['a', 'b'], [['x|y', null]])).toBe(
      '| a | b |\n| --- | --- |\n| x\\|y | NULL |\n',
    )
  })

  test('keep every digit of a number in JSON, and all other values as texts', () => {
    const columns = [
      { name: 'id', align: 'end' as const },
      { name: 'note', align: 'start' as const },
    ]
    const json = toJson(columns, [
      ['9007199254740993', '12'],
      ['NaN', null],
    ])
    expect(json).toBe(
      '[\n  { "id": 9007199254740993, "note": "12" },\n  { "id": "NaN", "note": null }\n]\n',
    )
  })
})

describe('pasted cells', () => {
  test('equal the copied ones, tab-separated', () => {
    fc.assert(
      fc.property(anyCells, (cells) => {
        fc.pre(cells.length > 1 || (cells[0]?.length ?? 0) > 1)
        expect(readSeparated(toTsv(cells), '\t')).toEqual(cells)
      }),
    )
  })

  test('equal the copied ones, as CSV below a header line', () => {
    fc.assert(
      fc.property(anyCells, (cells) => {
        const names = cells[0]?.map((_, at) => `c${at}`) ?? []
        // A line without characters is a row with one NULL, which only a single column can produce.
        expect(readSeparated(toCsv(names, cells), ',')).toEqual([names, ...cells])
      }),
    )
  })

  test("in the grid's own format keep NULL distinct from an empty text, also in a single cell", () => {
    const pasted = readClipboard({ own: '[[null]]', text: '' }, [])
    expect(pasted).toEqual({ kind: 'cells', cells: [[null]] })
    expect(readClipboard({ own: '{"no":1}', text: 'x' }, [])).toEqual({
      kind: 'cells',
      cells: [['x']],
    })
  })

  test('from a spreadsheet end with the last row, without an extra empty one', () => {
    const pasted = readClipboard({ own: '', text: 'a\tb\r\n1\t"x\r\ny"\r\n' }, [])
    expect(pasted).toEqual({
      kind: 'cells',
      cells: [
        ['a', 'b'],
        ['1', 'x\r\ny'],
      ],
    })
  })

  test('are CSV if each line has the same number of values; prose is one text per line', () => {
    expect(readClipboard({ own: '', text: 'a,b\n1,"x, y"\n' }, [])).toMatchObject({
      cells: [
        ['a', 'b'],
        ['1', 'x, y'],
      ],
    })
    expect(readClipboard({ own: '', text: 'Well, yes\nno' }, [])).toMatchObject({
      cells: [['Well, yes'], ['no']],
    })
    expect(readClipboard({ own: '', text: 'Well, yes' }, [])).toMatchObject({
      cells: [['Well, yes']],
    })
  })

  test('from JSON go to the columns with their names, to the last digit', () => {
    const text = '[{"id": 9007199254740993, "data": {"a": 1.50, "b": "2"}}, {"id": null}]'
    expect(readClipboard({ own: '', text }, ['id', 'data', 'x'])).toEqual({
      kind: 'rows',
      rows: [{ id: '9007199254740993', data: '{"a":1.50,"b":"2"}' }, { id: null }],
    })
  })

  test.for(['name,id\r\n"x, y",1\r\n,2\r\n', 'name\tid\nx, y\t1\n\t2\n'])(
    'below a line of column names go to those columns: %j',
    (text) => {
      expect(readClipboard({ own: '', text }, ['id', 'name'])).toEqual({
        kind: 'rows',
        rows: [
          { name: 'x, y', id: '1' },
          { name: null, id: '2' },
        ],
      })
      expect(readClipboard({ own: '', text }, ['id', 'title'])).toMatchObject({ kind: 'cells' })
    },
  )

  test('from JSON with other names are one value for one cell', () => {
    const text = '[{"other": 1}]'
    expect(readClipboard({ own: '', text }, ['id'])).toEqual({ kind: 'cells', cells: [[text]] })
  })

  test('lose the quotes of a spreadsheet in an editor', () => {
    expect(firstPastedCell('"a\n""b"""\n')).toBe('a\n"b"')
    expect(firstPastedCell('"plain"')).toBe('"plain"')
    expect(firstPastedCell('x\r\n')).toBe('x')
  })
})
