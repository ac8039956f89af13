import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { suggestPlan } from './import-plan.ts'
import { detectReading, examine, type Inspection, type Reading } from './inspect.ts'

const going = () => ({ onBytes: () => undefined, signal: new AbortController().signal })

const csv: Reading = {
  kind: 'delimited',
  encoding: 'utf-8',
  delimiter: ',',
  quote: '"',
  namesLine: 1,
}
const json: Reading = { ...csv, kind: 'json', namesLine: null }

const read = (text: string, reading: Partial<Reading> = {}): Promise<Inspection> =>
  examine(new Blob([text]), { ...csv, ...reading }, going())

/** Encodes UTF-16, for which there is no standard encoder. */
const utf16 = (text: string, isBig: boolean): Blob => {
  const bytes = new DataView(new ArrayBuffer(text.length * 2))
  for (let at = 0; at < text.length; at += 1) bytes.setUint16(at * 2, text.charCodeAt(at), !isBig)
  return new Blob([bytes])
}

describe('the dialect of a file', () => {
  test('is detected from its beginning: delimiter, quote character and header line', async () => {
    const readings = await Promise.all(
      ['id;name\n1;moss\n', "'id'\t'name'\n'1'\t'moss'\n", '1|moss\n2|fern\n'].map((text) =>
        detectReading(new Blob([text])),
      ),
    )
    expect(readings).toEqual([
      { ...csv, delimiter: ';' },
      { ...csv, delimiter: '\t', quote: "'" },
      { ...csv, delimiter: '|', namesLine: null },
    ])
  })

  test('is JSON with one object a line, or a list of them', async () => {
    for (const text of ['{"id": 1}\n{"id": 2}', ' [ {"id": 1} ]'])
      expect(await detectReading(new Blob([text]))).toMatchObject({ kind: 'json', namesLine: null })
  })

  test('is parsed in its own encoding', async () => {
    const text = 'id,name\n1,møss\n'
    expect(await detectReading(utf16(text, false))).toMatchObject({ encoding: 'utf-16le' })
    expect(await detectReading(utf16(text, true))).toMatchObject({ encoding: 'utf-16be' })
    const latin = new Blob([Uint8Array.from(text, (sign) => sign.charCodeAt(0))])
    expect(await detectReading(latin)).toMatchObject({ encoding: 'windows-1252', namesLine: 1 })
  })

  test('has defaults for an empty file', async () => {
    expect(await detectReading(new Blob(['id\tn\n1\t5\n2\tbad\n']))).toMatchObject({ namesLine: 1 })
    expect(await detectReading(new Blob([]))).toMatchObject({ kind: 'delimited', namesLine: null })
    // Texts below texts may be rows, unless a table has columns of these names.
    const ours = new Blob(['id,a,b,c\n1,"","",""\n2,,NULL,x\n'])
    expect(await detectReading(ours, ['id', 'a', 'b', 'c'])).toMatchObject({ namesLine: 1 })
    expect(await detectReading(ours, ['ID', 'A', 'b'])).toMatchObject({ namesLine: 1 })
    expect(await detectReading(new Blob(['moss,1\nfern,2\n']), ['name', 'n'])).toMatchObject({
      namesLine: null,
    })
    await expect(read('')).rejects.toThrow('This file is empty')
  })

  test.each([
    ['a workbook', [0x50, 0x4b, 3, 4]],
    ['a workbook of before', [0xd0, 0xcf, 0x11, 0xe0]],
    ['packed', [0x1f, 0x8b, 8]],
    ['a document', [0x25, 0x50, 0x44, 0x46]],
    ['a picture', [0x89, 0x50, 0x4e, 0x47]],
    ['something else', [1, 0, 2, 0]],
  ])('that is %s is reported as binary', async (_, begin) => {
    const file = new Blob([Uint8Array.from([...begin, 0, 6, 0, 8, 0, 65, 66, 10, 67, 68])])
    const watching = { onBytes: () => undefined, signal: new AbortController().signal }
    await expect(examine(file, await detectReading(file), watching)).rejects.toThrow(
      'This is not a text file. Save or unpack it as CSV, TSV or JSON first',
    )
  })
})

describe('the content of a file', () => {
  test('is determined by all of its rows, not by the first ones', async () => {
    const many = Array.from({ length: 3000 }, (_, at) => `${at},${at}`)
    const { columns, rows, preview } = await read(['a,b', ...many, 'last,'].join('\n'))
    expect(rows).toBe(3001)
    expect(preview).toHaveLength(20)
    expect(columns).toMatchObject([
      { name: 'a', type: 'text', nearly: { type: 'integer', others: 1 }, isUnique: true },
      { name: 'b', type: 'integer', nearly: null, empty: 1, isUnique: false },
    ])
  })

  test('has a NULL for each empty line in a single column, and otherwise none', async () => {
    const single = await read('\nname\nmoss\n\n""\n\n', { namesLine: 2 })
    expect(single).toMatchObject({ rows: 4, faults: 0 })
    expect(single.preview).toEqual([['moss'], [null], [''], [null]])
    expect(single.columns).toMatchObject([{ name: 'name', empty: 3 }])
    const unnamed = await read('\n1\n\n2\n', { namesLine: null })
    expect(unnamed.preview).toEqual([['1'], [null], ['2']])
    const wider = await read('\nid,name\n1,moss\n\n2,fern\n\n', { namesLine: 2 })
    expect(wider).toMatchObject({ rows: 2, faults: 0 })
  })

  test('starts below the header, after any other lines', async () => {
    const text = 'Garden of 2024\n\nid,name\n1,moss\n2,fern\n'
    const { columns, rows, preview } = await read(text, { namesLine: 3 })
    expect(columns.map(({ name }) => name)).toEqual(['id', 'name'])
    expect({ rows, preview }).toEqual({
      rows: 2,
      preview: [
        ['1', 'moss'],
        ['2', 'fern'],
      ],
    })
  })

  test('has a unique name for each column, also without or with duplicate names in the file', async () => {
    const { columns } = await read('id,,ID, id ,id_2\n1,2,3,4,5\n')
    expect(columns.map(({ name }) => name)).toEqual(['id', 'column_2', 'ID_2', 'id_3', 'id_2_2'])
    const unnamed = await read('1,moss\n2,fern\n', { namesLine: null })
    expect(unnamed.columns.map(({ name }) => name)).toEqual(['column_1', 'column_2'])
    expect(unnamed.rows).toBe(2)
  })

  test('counts rows of another width, and ignores them for types', async () => {
    const { columns, rows, faults } = await read('a,b\n1,2\nx\n3,4,5\n5,6\n')
    expect({ rows, faults }).toEqual({ rows: 4, faults: 2 })
    expect(columns).toMatchObject([
      { type: 'integer', empty: 0, isUnique: true },
      { type: 'integer', empty: 0 },
    ])
  })

  test('distinguishes NULL from an empty text in the preview', async () => {
    const { preview } = await read('a,b\n,""\n')
    expect(preview).toEqual([[null, '']])
  })

  test('of objects has the names of all of them', async () => {
    const text = '{"id": 1, "name": "moss"}\n{"id": 2}\n{"Id": "x", "id": 3, "tags": ["a"]}\n'
    const { columns, sourceNames, rows, preview } = await read(text, json)
    expect(sourceNames).toEqual(['id', 'name', 'Id', 'tags'])
    expect(columns.map(({ name, type, empty }) => [name, type, empty])).toEqual([
      ['id', 'integer', 0],
      ['name', 'text', 2],
      ['Id_2', 'text', 2],
      ['tags', 'jsonb', 2],
    ])
    expect(rows).toBe(3)
    expect(preview[1]).toEqual(['2', null, null, null])
  })

  test.each([
    ['a list', (rows: string[]) => `[${rows.join(',')}]`],
    ['lines', (rows: string[]) => rows.join('\n')],
  ])('of %s of objects is text when it is quoted, and a number otherwise', async (_, of) => {
    const rows = [
      '{"code":"1e5","zip":"12","flag":"y","t":"t","size":"N","n":9007199254740993,"is":true,"mixed":1,"day":"2024-02-29"}',
      '{"code":"2","zip":"13","flag":"n","t":"f","size":"Y","n":1.10,"is":false,"mixed":"1","day":"2024-03-01"}',
    ]
    const found = await read(of(rows), json)
    const types = suggestPlan(found, null, 'goods.json').columns.map(({ name, type }) => [
      name,
      type,
    ])
    expect(types).toEqual([
      ['code', 'text'],
      ['zip', 'text'],
      ['flag', 'text'],
      ['t', 'text'],
      ['size', 'text'],
      ['n', 'numeric'],
      ['is', 'boolean'],
      ['mixed', 'text'],
      ['day', 'date'],
    ])
    expect(found.preview[0]).toEqual([
      '1e5',
      '12',
      'y',
      't',
      'N',
      '9007199254740993',
      'true',
      '1',
      '2024-02-29',
    ])
  })

  test('is the same in any declared encoding', async () => {
    const text = 'id,name\n1,møss\n2,Ωmega\n'
    const plain = await read(text)
    const blob = utf16(text, false)
    const wide = await examine(blob, { ...csv, encoding: 'utf-16le' }, going())
    expect(wide).toEqual(plain)
    expect(plain.preview[1]).toEqual(['2', 'Ωmega'])
  })
})

describe('parsing a file', () => {
  test('fails for bytes that are invalid in the encoding, without replacement characters', async () => {
    const latin = new Blob([Uint8Array.from([0x61, 0x0a, 0xe9, 0x0a])])
    await expect(examine(latin, csv, going())).rejects.toThrow(TypeError)
    const asLatin = await examine(latin, { ...csv, encoding: 'windows-1252' }, going())
    expect(asLatin.preview).toEqual([['é']])
  })

  test('reports its progress, and ends when it is aborted', async () => {
    const large = new Blob([`a\n${`${'lorem ipsum'.repeat(90)}\n`.repeat(2500)}`])
    const reported: number[] = []
    const deleted = new AbortController()
    const onBytes = (bytes: number) => {
      reported.push(bytes)
      if (reported.length === 2) deleted.abort()
    }
    await expect(examine(large, csv, { onBytes, signal: deleted.signal })).rejects.toThrow(
      /abort/iu,
    )
    expect(reported).toEqual([1024 * 1024, 2 * 1024 * 1024])
  })

  test('finds each value at its position, in any dialect', async () => {
    const cell = fc.string({ unit: fc.constantFrom('a', '"', ',', '\n', 'é', ' ', '1') })
    const rows = fc.array(fc.tuple(cell, cell, cell), { minLength: 1, maxLength: 20 })
    const quoted = (value: string) => `"${value.replaceAll('"', '""')}"`
    await fc.assert(
      fc.asyncProperty(rows, async (values) => {
        const text = values.map((row) => `${row.map(quoted).join(',')}\n`).join('')
        const found = await read(text, { namesLine: null })
        expect(found).toMatchObject({ rows: values.length, faults: 0, preview: values })
        expect(found.columns.map(({ empty }) => empty)).toEqual(
          [0, 1, 2].map((at) => values.filter((row) => row[at] === '').length),
        )
      }),
      { numRuns: 60 },
    )
  })
})
