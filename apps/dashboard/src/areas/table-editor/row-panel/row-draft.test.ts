import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { own } from '../../../lib/forms/own.ts'
import { column } from '../../../testing/plants.ts'
import {
  againstCurrent,
  copyDraft,
  draftText,
  insertOperation,
  readDraft,
  type RowDraft,
  updateOperation,
  withField,
} from './row-draft.ts'

const table = {
  id: 42,
  key: ['id'],
  columns: [
    column('id', { is_primary_key: true }),
    column('code', { is_unique: true }),
    column('note', { default_value: "'x'" }),
    column('doubled', { is_generated: true }),
  ],
}
const row = ['1', 'a', null, '2']

const getDraft = (
  values: Record<string, string | null | undefined>,
  stored: string | null = null,
) =>
  Object.entries(values).reduce<RowDraft>(
    (draft, [name, value]) => withField(draft, name, { value, stored }),
    {},
  )

describe('a new row', () => {
  test('leaves out columns with their default, and sends NULL and empty texts', () => {
    let draft: RowDraft = {}
    for (const [name, value] of [
      ['code', ''],
      ['note', null],
      ['id', undefined],
    ] as const)
      draft = withField(draft, name, { value, stored: undefined })
    expect(insertOperation(table, draft)).toEqual({
      op: 'insert',
      table: 42,
      values: { code: '', note: null },
    })
  })

  test('duplicated from another one has neither its key nor unique or generated values', () => {
    expect(Object.keys(copyDraft(table, row))).toEqual(['note'])
  })
})

describe('a change of a row', () => {
  test('has the seen values of the changed columns, and columns set to their default', () => {
    const draft = { ...getDraft({ note: undefined }), ...getDraft({ code: 'b' }, 'a') }
    expect(updateOperation(table, { key: ['1'], draft, seen: row })).toEqual({
      op: 'update',
      table: 42,
      key: ['1'],
      keyed_by: ['id'],
      values: { code: 'b' },
      defaults: ['note'],
      previous: { note: null, code: 'a' },
    })
  })

  test('of a row addressed by `ctid` has the whole row', () => {
    const draft = getDraft({ code: 'b' }, 'a')
    const operation = updateOperation(
      { ...table, key: ['ctid'] },
      { key: ['(0,1)'], draft, seen: row },
    )
    expect(operation).toMatchObject({
      previous: { id: '1', code: 'a', note: null, doubled: '2' },
    })
  })

  test('back to the original is empty, after any edits', () => {
    fc.assert(
      fc.property(fc.array(fc.option(fc.string())), fc.option(fc.string()), (typed, stored) => {
        const draft = [...typed, stored].reduce<RowDraft>(
          (current, value) => withField(current, 'note', { value, stored }),
          {},
        )
        expect(draft).toEqual({})
      }),
    )
  })

  test('after a conflict is compared with the current row', () => {
    const draft = getDraft({ code: 'b', note: 'c' }, 'a')
    expect(againstCurrent(table, draft, ['1', 'z', 'c', '2'])).toEqual({
      code: { value: 'b', previous: 'z' },
    })
  })
})

test("a column may have the name of an object's property", () => {
  const odd = { ...table, columns: [column('constructor'), column('toString')] }
  expect(readDraft('{}', odd)).toEqual({})
  const draft = withField({}, 'constructor', { value: 'a', stored: 'b' })
  expect(own(draft, 'constructor')).toEqual({ value: 'a', previous: 'b' })
  expect(own(draft, 'toString')).toBeUndefined()
  expect(readDraft(draftText(draft), odd)).toEqual(draft)
})

test('a draft survives a reload, and an invalid one is ignored', () => {
  const draft = { ...getDraft({ note: undefined }), ...getDraft({ code: '' }, 'a') }
  expect(readDraft(draftText(draft), table)).toEqual(draft)
  expect(readDraft(draftText({ dropped: { value: 'x', previous: null } }), table)).toEqual({})
  expect(readDraft('{', table)).toEqual({})
  for (const text of ['null', '[]', '{"note":"x"}', '{"note":{"value":1,"previous":null}}'])
    expect(readDraft(text, table)).toEqual({})
  expect(readDraft(undefined, table)).toEqual({})
})
