import { setTimeout } from 'node:timers/promises'

// @vitest-environment jsdom
import type { RowView } from '@basalt/pg-model'
import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, describe, expect, test, vi } from 'vitest'

import { shop } from '../../../testing/answers.ts'
import { database, openPart } from '../../../testing/open-part.tsx'
import { column } from '../../../testing/plants.ts'
import { type FilterDraft, FilterEditor, getView } from './FilterEditor.tsx'
import { newCondition } from './new-condition.ts'

const user = userEvent.setup({ delay: null })

afterEach(() => vi.unstubAllGlobals())

const columns = [
  column('id', { data_type: 'bigint', kind: 'number' }),
  column('status', { data_type: 'state', kind: 'enum', enum_values: ['new', 'paid', 'sent'] }),
  column('note'),
  column('at', { data_type: 'date', kind: 'time' }),
  column('tags', { data_type: 'integer[]', kind: 'array' }),
  column('extra', { data_type: 'jsonb', kind: 'json' }),
]

const plan = `GET ${database}/tables/42/rows/plan`
const noCost = { refusal: null, estimated_rows: 1, scan: null, index: null }

/** The form with one condition of a column, and the filters it applied. */
async function opened(name: string, getPlan: (view: RowView) => object = () => ({})) {
  const of = columns.find((one) => one.name === name)
  const conditions = of === undefined ? [] : [newCondition(of)]
  const applied: RowView[] = []
  const likely: RowView[] = []
  function Part() {
    const [draft, setDraft] = useState<FilterDraft>({
      filter: { match: 'all', conditions },
      where: '',
    })
    return (
      <FilterEditor
        table={{ ref: shop.ref, id: 42 }}
        columns={columns}
        draft={draft}
        onChange={setDraft}
        onApply={(one) => applied.push(getView(one))}
        onLikely={async (one) => likely.push(getView(one)) < 0}
      />
    )
  }
  const { calls } = openPart(Part, {
    answers: {
      [plan]: (_: unknown, query: URLSearchParams) => ({
        ...noCost,
        ...getPlan(JSON.parse(query.get('view') ?? '{}') as RowView),
      }),
    },
  })
  const form = within(await screen.findByRole('form', { name: 'Filter' }))
  const apply = () => user.click(form.getByRole('button', { name: 'Apply' }))
  return { form, apply, applied, likely, calls }
}

const one = (name: string, operator: string, ...values: string[]) => ({
  filter: { match: 'all', conditions: [{ column: name, operator, values }] },
})

describe('the value of a condition', () => {
  test('is a line for each of several, without the empty ones from pasting', async () => {
    const { form, apply, applied } = await opened('id')
    await user.selectOptions(form.getByLabelText('Operator'), 'one of')
    await user.click(form.getByLabelText('Values, one per line'))
    await user.paste('9007199254740993\n\n7\n')
    await apply()
    await waitFor(() => expect(applied).toEqual([one('id', 'in', '9007199254740993', '7')]))
  })

  test('may be an empty text in a list of texts', async () => {
    const { form, apply, applied } = await opened('note')
    await user.selectOptions(form.getByLabelText('Operator'), 'one of')
    await user.click(form.getByLabelText('Values, one per line'))
    await user.paste('moss\n')
    await apply()
    await waitFor(() => expect(applied).toEqual([one('note', 'in', 'moss', '')]))
  })

  test('is missing when there are only empty lines', async () => {
    const { form, apply, applied } = await opened('tags')
    await user.click(form.getByLabelText('Values, one per line'))
    await user.paste('\n\n')
    await apply()
    expect((await form.findByRole('alert')).textContent).toBe('Enter a value for tags')
    expect(applied).toEqual([])
  })

  test('is chosen from the type’s values if they are few, including the former one', async () => {
    const { form, apply, applied } = await opened('status')
    await user.selectOptions(form.getByLabelText('Operator'), 'one of')
    await user.click(form.getByRole('checkbox', { name: 'sent' }))
    await user.click(form.getByRole('checkbox', { name: 'paid' }))
    await user.click(form.getByRole('checkbox', { name: 'sent' }))
    await apply()
    await waitFor(() => expect(applied).toEqual([one('status', 'in', 'new', 'paid')]))
  })

  test('is two for a range, the first of which is kept', async () => {
    const { form, apply, applied } = await opened('id')
    await user.type(form.getByLabelText('Value'), '10')
    await user.selectOptions(form.getByLabelText('Operator'), 'between')
    expect(form.getByLabelText<HTMLInputElement>('From').value).toBe('10')
    await user.type(form.getByLabelText('To'), '20')
    await apply()
    await waitFor(() => expect(applied).toEqual([one('id', 'between', '10', '20')]))
  })

  test('is JSON for a JSON column, written on separate lines', async () => {
    const { form, apply, applied } = await opened('extra')
    await user.click(form.getByLabelText('Value'))
    await user.paste('{"a":\n 1}')
    await apply()
    await waitFor(() => expect(applied).toEqual([one('extra', 'json_contains', '{"a":\n 1}')]))
  })
})

test('a condition without a value is reported when Enter applies the filter', async () => {
  const { form, applied } = await opened('id')
  await user.click(form.getByLabelText('Value'))
  expect(form.queryByRole('alert')).toBeNull()
  await user.keyboard('{Enter}')
  expect((await form.findByRole('alert')).textContent).toBe('Enter a value for id')
  await user.keyboard('7')
  expect(form.queryByRole('alert')).toBeNull()
  expect(applied).toEqual([])
})

describe('a condition', () => {
  test('is negated by a click, and back', async () => {
    const { form, apply, applied } = await opened('status')
    const not = form.getByRole('button', { name: 'not' })
    await user.click(not)
    expect(not.getAttribute('aria-pressed')).toBe('true')
    await apply()
    await waitFor(() => expect(applied).toHaveLength(1))
    expect(applied[0]?.filter?.conditions).toMatchObject([{ column: 'status', not: true }])
    await user.click(not)
    await apply()
    await waitFor(() => expect(applied).toHaveLength(2))
    expect(applied[1]?.filter?.conditions[0]).not.toHaveProperty('not')
  })

  test('is replaced by a preset of its type, which may be several', async () => {
    const { form, apply, applied } = await opened('id')
    await user.selectOptions(form.getByLabelText('Preset'), 'Zero or NULL')
    expect(form.getByRole('group', { name: 'Group of conditions' })).toBeTruthy()
    await apply()
    await waitFor(() => expect(applied).toHaveLength(1))
    expect(applied[0]?.filter).toEqual({
      match: 'all',
      conditions: [
        {
          match: 'any',
          conditions: [
            { column: 'id', operator: 'eq', values: ['0'] },
            { column: 'id', operator: 'is', values: ['null'] },
          ],
        },
      ],
    })
  })

  test('about a date offers days, and an example of the format', async () => {
    const { form } = await opened('at')
    const labels = within(form.getByLabelText('Preset'))
      .getAllByRole('option')
      .map(({ textContent }) => textContent)
    expect(labels).toEqual(expect.arrayContaining(['Today', 'Last 7 days', 'This year']))
    expect(form.getByPlaceholderText('2026-12-31')).toBeTruthy()
    expect(form.getByRole('button', { name: 'Value: choose a date' })).toBeTruthy()
  })
})

describe('groups', () => {
  test('match all or any of their conditions, and are removed as a whole', async () => {
    const { form, apply, applied } = await opened('status')
    await user.click(form.getByRole('button', { name: 'Add condition' }))
    await user.type(form.getByRole('textbox', { name: 'Value' }), '7')
    await user.selectOptions(form.getByLabelText('Match all or any'), 'Any')
    await user.click(form.getByRole('button', { name: 'Add group' }))
    await user.click(form.getByRole('button', { name: 'Remove group' }))
    await apply()
    await waitFor(() => expect(applied).toHaveLength(1))
    expect(applied[0]?.filter).toEqual({
      match: 'any',
      conditions: [
        { column: 'status', operator: 'eq', values: ['new'] },
        { column: 'id', operator: 'eq', values: ['7'] },
      ],
    })
  })

  test('and conditions get the focus in their first field when they are added', async () => {
    const { form } = await opened('status')
    const add = async (name: string, at = 0) => {
      const buttons = form.getAllByRole('button', { name })
      buttons[at]?.focus()
      await user.keyboard('{Enter}')
      return form.getAllByLabelText('Column').findIndex((field) => field === document.activeElement)
    }
    expect(await add('Add condition')).toBe(1)
    expect(await add('Add group')).toBe(2)
    expect(await add('Add condition')).toBe(4)
  })

  test('are nested to a maximum depth', async () => {
    const { form } = await opened('status')
    const innermost = () => form.getAllByRole('button', { name: 'Add group' })
    for (let depth = 0; depth < 3; depth += 1) {
      await user.click(innermost()[0] ?? document.body)
    }
    expect(form.getAllByRole('group', { name: 'Group of conditions' })).toHaveLength(3)
    expect(form.getAllByRole('button', { name: 'Add condition' })).toHaveLength(4)
    expect(innermost()).toHaveLength(3)
  })

  test('that are all removed leave the rows unfiltered', async () => {
    const { form, applied } = await opened('status')
    await user.click(form.getByRole('button', { name: 'Remove all' }))
    expect(form.queryByLabelText('Column')).toBeNull()
    await user.click(form.getByRole('button', { name: 'Show all rows' }))
    await waitFor(() => expect(applied).toEqual([{}]))
  })
})

test('a filter that PostgreSQL refuses shows the error and is not applied until it is fixed', async () => {
  const { form, applied } = await opened('id', ({ filter }) => {
    const [condition] = filter?.conditions ?? []
    return condition !== undefined && 'values' in condition && condition.values[0] === 'x'
      ? { refusal: { message: 'invalid input syntax for type bigint: "x"' } }
      : {}
  })
  const field = form.getByLabelText('Value')
  await user.type(field, 'x{Enter}')
  const message = await form.findByRole('alert')
  expect(message.textContent).toBe('invalid input syntax for type bigint: "x"')
  // It is at the field, which is marked.
  expect(field.getAttribute('aria-invalid')).toBe('true')
  expect(field.getAttribute('aria-describedby')).toBe(message.id)
  expect(form.getByRole('group', { name: 'Condition' }).contains(message)).toBe(true)
  expect(applied).toEqual([])
  await user.clear(field)
  await user.type(field, '5{Enter}')
  await waitFor(() => expect(applied).toEqual([one('id', 'eq', '5')]))
  expect(form.queryByRole('alert')).toBeNull()
})

test('all refused conditions show their error at their own field at once', async () => {
  const refused = (text: string) => `invalid input syntax for type bigint: "${text}"`
  const { form, apply, applied, calls } = await opened('id', ({ filter }) => {
    const wrong = filter?.conditions.flatMap((node) =>
      'values' in node ? node.values.filter((value) => Number.isNaN(Number(value))) : [],
    )
    // PostgreSQL reports the first one only.
    return wrong?.[0] === undefined ? {} : { refusal: { message: refused(wrong[0]) } }
  })
  await user.type(form.getByLabelText('Value'), 'x')
  for (const [at, text] of ['7', 'y'].entries()) {
    // oxlint-disable-next-line no-await-in-loop
    await user.click(form.getByRole('button', { name: 'Add condition' }))
    // oxlint-disable-next-line no-await-in-loop
    await user.type(form.getAllByLabelText('Value')[at + 1] ?? document.body, text)
  }
  const said = () => form.queryAllByRole('alert').map(({ textContent }) => textContent)
  await apply()
  await waitFor(() => expect(said()).toEqual([refused('x'), refused('y')]))
  const [first, , last] = form.getAllByLabelText('Value')
  await user.clear(first ?? document.body)
  await user.type(first ?? document.body, '1')
  await waitFor(() => expect(said()).toEqual([refused('y')]))
  await user.clear(last ?? document.body)
  await user.type(last ?? document.body, '2')
  await waitFor(() => expect(said()).toEqual([]))
  const count = calls.length
  await apply()
  await waitFor(() => expect(applied).toHaveLength(1))
  expect(calls.length - count).toBeLessThan(2)
})

test('of a range, the refused end is marked', async () => {
  const { form } = await opened('id', (view) => ({
    refusal: JSON.stringify(view).includes('"y"')
      ? { message: 'invalid input syntax for type bigint: "y"' }
      : null,
  }))
  await user.click(form.getByRole('button', { name: 'Add condition' }))
  await user.type(form.getAllByLabelText('Value')[0] ?? document.body, '7')
  await user.selectOptions(form.getAllByLabelText('Operator')[1] ?? document.body, 'between')
  await user.type(form.getByLabelText('From'), '1')
  await user.type(form.getByLabelText('To'), 'y')
  expect(await form.findByRole('alert')).toBeTruthy()
  expect(form.getByLabelText('To').getAttribute('aria-invalid')).toBe('true')
  expect(form.getByLabelText('From').hasAttribute('aria-invalid')).toBe(false)
  expect(form.getByLabelText('Value').hasAttribute('aria-invalid')).toBe(false)
})

test('an error without a condition is shown below all of them', async () => {
  const { form } = await opened('id', ({ filter }) => ({
    refusal: filter?.conditions.length === 2 ? { message: 'malformed something' } : null,
  }))
  await user.type(form.getByLabelText('Value'), '7')
  await user.click(form.getByRole('button', { name: 'Add condition' }))
  await user.type(form.getAllByLabelText('Value')[1] ?? document.body, '8')
  const message = await form.findByRole('alert')
  expect(message.closest('footer')).toBeTruthy()
  expect(form.getAllByLabelText('Value').some((field) => field.ariaInvalid === 'true')).toBe(false)
})

test('an empty filter is always valid, also after a refused one', async () => {
  const { form, applied } = await opened('id', () => ({
    refusal: { message: 'invalid input syntax for type bigint: "x"' },
  }))
  await user.type(form.getByLabelText('Value'), 'x')
  expect(await form.findByRole('alert')).toBeTruthy()
  await user.click(form.getByRole('button', { name: 'Remove all' }))
  expect(form.queryByRole('alert')).toBeNull()
  await user.click(form.getByRole('button', { name: 'Show all rows' }))
  expect(applied).toEqual([{}])
  await setTimeout(500)
  expect(form.queryByRole('alert')).toBeNull()
})

test('applying it does not wait for the debounce', async () => {
  const { form, applied } = await opened('id')
  const { setTimeout: waiting } = globalThis
  vi.stubGlobal('setTimeout', (work: () => void, ms = 0) =>
    ms === 300 ? undefined : waiting(work, ms),
  )
  await user.type(form.getByLabelText('Value'), '5{Enter}')
  await waitFor(() => expect(applied).toEqual([one('id', 'eq', '5')]))
})

describe('a fast filter', () => {
  test('is read in advance', async () => {
    const { form, applied, likely } = await opened('id')
    await user.type(form.getByLabelText('Value'), '5')
    await waitFor(() => expect(likely).toEqual([one('id', 'eq', '5')]))
    expect(applied).toEqual([])
  })

  test('excludes scans of a large table', async () => {
    const { form, apply, applied, likely, calls } = await opened('id', () => ({
      scan: { rows: 1_000_000, size_bytes: 1 },
    }))
    await user.type(form.getByLabelText('Value'), '5')
    await waitFor(() => expect(calls.some(({ route }) => route === plan)).toBe(true))
    await setTimeout(100)
    await apply()
    await waitFor(() => expect(applied).toHaveLength(1))
    expect(likely).toEqual([])
  })

  test('is never an SQL expression, which may do more than read', async () => {
    const { form, apply, applied, likely } = await opened('none')
    await user.click(form.getByRole('button', { name: 'Write SQL' }))
    await user.type(form.getByRole('textbox', { name: 'SQL after where' }), 'id = 5')
    await apply()
    await waitFor(() => expect(applied).toEqual([{ where: 'id = 5' }]))
    expect(likely).toEqual([])
  })

  test.each(['id', 'note'])(
    'an SQL expression is written alone, without the initial condition about %s',
    async (first) => {
      const { form, apply, applied } = await opened(first)
      await user.click(form.getByRole('button', { name: 'Write SQL' }))
      await user.keyboard('id > 5')
      await apply()
      await waitFor(() => expect(applied).toEqual([{ where: 'id > 5' }]))
    },
  )

  test('an SQL expression is combined with a complete condition', async () => {
    const { form, apply, applied } = await opened('status')
    await user.click(form.getByRole('button', { name: 'Write SQL' }))
    await user.keyboard('id > 5')
    await apply()
    await waitFor(() =>
      expect(applied).toEqual([{ ...one('status', 'eq', 'new'), where: 'id > 5' }]),
    )
  })
})
