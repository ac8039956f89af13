// @vitest-environment jsdom
import { cleanup, screen, within } from '@testing-library/react'
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest'

import { refusal, shop } from '../../testing/answers.ts'
import {
  editorField,
  openEditor,
  prepareEditors,
  pressButton,
  shapes,
} from '../../testing/open-editor.tsx'

const cellRoute = `GET /platform/pg-meta/${shop.ref}/tables/42/cell`

beforeAll(prepareEditors)
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

describe('NULL, an empty text and the default', () => {
  test('are different: an untouched NULL stays NULL', async () => {
    const { saved, closed, user } = openEditor(shapes.text)
    expect((await editorField()).placeholder).toBe('NULL')
    await user.keyboard('{Enter}')
    expect(closed).toHaveBeenCalledWith('down', false)
    expect(saved).not.toHaveBeenCalled()
  })

  test('an empty text is the result of clearing', async () => {
    const { saved, user } = openEditor(shapes.text, { value: 'moss' })
    await user.clear(await editorField())
    expect((await editorField()).placeholder).toBe('EMPTY')
    await user.keyboard('{Enter}')
    expect(saved).toHaveBeenCalledExactlyOnceWith('', 'moss')
  })

  test('an empty text in place of NULL is one click away', async () => {
    const { saved } = openEditor(shapes.text)
    await pressButton('Set to an empty string')
    expect(saved).toHaveBeenCalledExactlyOnceWith('', null)
  })

  test.each(['integer', 'numeric', 'moment', 'day', 'uuid', 'array', 'json', 'range'] as const)(
    'an empty text is not offered to a %s, which does not accept it',
    async (shape) => {
      const { saved, user } = openEditor(shapes[shape])
      const field = await editorField()
      expect(screen.getByRole('button', { name: 'Set to NULL' })).toBeTruthy()
      expect(screen.queryByRole('button', { name: 'Set to an empty string' })).toBeNull()
      await user.type(field, 'x')
      await user.clear(field)
      expect(field.placeholder).toBe('')
      expect(saved).not.toHaveBeenCalled()
    },
  )

  test.each([
    ['day', '2024-02-29', 'Enter a date or time'],
    ['uuid', '00000000-0000-4000-8000-000000000001', 'Enter a UUID'],
    ['integer', '7', 'Enter a number'],
  ] as const)('an empty %s is not saved', async (shape, value, reason) => {
    const { saved, user } = openEditor(shapes[shape], { value })
    await user.clear(await editorField())
    await user.keyboard('{Enter}')
    expect((await screen.findByRole('alert')).textContent).toBe(reason)
    expect(saved).not.toHaveBeenCalled()
  })

  test('Mod+Backspace sets NULL when the whole value is selected, and otherwise deletes no word', async () => {
    const { saved, user } = openEditor(shapes.text, { value: 'two words' })
    await user.type(await editorField(), '{ArrowLeft}')
    await user.keyboard('{Control>}{Backspace}{/Control}')
    expect(saved).not.toHaveBeenCalled()
    ;(await editorField()).select()
    await user.keyboard('{Control>}{Backspace}{/Control}')
    expect(saved).toHaveBeenCalledExactlyOnceWith(null, 'two words')
  })

  test('NULL is not offered for a NOT NULL column', async () => {
    openEditor({ ...shapes.text, is_nullable: false }, { value: 'a' })
    await editorField()
    expect(screen.queryByRole('button', { name: 'Set to NULL' })).toBeNull()
  })

  test('the default is requested by name, for any typed text', async () => {
    const shape = { ...shapes.text, default_value: "'x'" }
    const { saved, toDefault, user } = openEditor(shape, { value: 'a', isDefaultable: true })
    await user.type(await editorField(), 'b')
    await pressButton('Set to the default')
    expect(toDefault).toHaveBeenCalledOnce()
    expect(saved).not.toHaveBeenCalled()
  })
})

describe('a text', () => {
  test('is saved by Enter and Tab and cancelled by Escape', async () => {
    for (const [keys, end] of [
      ['{Enter}', 'down'],
      ['{Tab}', 'next'],
      ['{Shift>}{Tab}{/Shift}', 'previous'],
      ['{Control>}{Enter}{/Control}', 'stay'],
    ] as const) {
      const { saved, closed, user } = openEditor(shapes.text, { value: 'a', typed: 'b' })
      await editorField()
      await user.keyboard(`c${keys}`)
      expect(saved).toHaveBeenCalledExactlyOnceWith('bc', 'a')
      expect(closed).toHaveBeenCalledWith(end, true)
      cleanup()
    }
    const { saved, closed, user } = openEditor(shapes.text, { value: 'a', typed: 'b' })
    await editorField()
    await user.keyboard('{Escape}')
    expect(closed).toHaveBeenCalledWith('stay', false)
    expect(saved).not.toHaveBeenCalled()
  })

  test('accepts line breaks by Alt and Shift with Enter, and by Enter when enlarged', async () => {
    const { saved, user } = openEditor(shapes.text, { value: 'x', typed: 'a' })
    await editorField()
    await user.keyboard('{Alt>}{Enter}{/Alt}b{Shift>}{Enter}{/Shift}c{F2}{Enter}d')
    await user.keyboard('{Control>}{Enter}{/Control}')
    expect(saved).toHaveBeenCalledExactlyOnceWith('a\nb\nc\nd', 'x')
  })

  test('is saved once when the user clicks elsewhere', async () => {
    // A page without a focused element counts as one in the background here.
    vi.spyOn(document, 'hasFocus').mockReturnValue(true)
    const { saved, user } = openEditor(shapes.text, { value: 'x', typed: 'a' })
    await editorField()
    await user.click(document.body)
    expect(saved).toHaveBeenCalledExactlyOnceWith('a', 'x')
  })
})

describe('a number', () => {
  test('out of range is not saved, with the reason', async () => {
    const { saved, user } = openEditor(shapes.integer, { value: '1', typed: '2147483648' })
    await editorField()
    await user.keyboard('{Enter}')
    expect((await screen.findByRole('alert')).textContent).toMatch(/^integer ranges from /u)
    expect(saved).not.toHaveBeenCalled()
    await user.keyboard('{Backspace}{Enter}')
    expect(saved).toHaveBeenCalledExactlyOnceWith('214748364', '1')
  })

  test('keeps every typed digit', async () => {
    const { saved, user } = openEditor(shapes.numeric, {
      value: 'NaN',
      typed: '9007199254740993.10',
    })
    await editorField()
    await user.keyboard('0{Enter}')
    expect(saved).toHaveBeenCalledExactlyOnceWith('9007199254740993.100', 'NaN')
  })
})

describe('a choice', () => {
  test('is found by its first letter', async () => {
    const { saved, user } = openEditor(shapes.boolean, { value: 'true', typed: 'f' })
    await screen.findByRole('combobox')
    await user.keyboard('{Enter}')
    expect(saved).toHaveBeenCalledExactlyOnceWith('false', 'true')
  })

  test.each([
    ['TRUE', 'false', 'true'],
    ['n', 'false', null],
    ['NULL', 'true', null],
  ])('is found by %s, over %s', async (typed, value, stored) => {
    const { saved, user } = openEditor(shapes.boolean, { value, typed: typed.slice(0, 1) })
    await screen.findByRole('combobox')
    await user.keyboard(`${typed.slice(1)}{Enter}`)
    expect(saved).toHaveBeenCalledExactlyOnceWith(stored, value)
  })

  test('that is invalid is reported, and nothing is saved until it is valid', async () => {
    const { saved, closed, user } = openEditor(shapes.mood, { value: 'calm', typed: 'l' })
    await screen.findByRole('combobox')
    await user.keyboard('oud{Enter}')
    expect((await screen.findByRole('alert')).textContent).toBe('No value starts with “loud”')
    expect(closed).not.toHaveBeenCalled()
    await user.keyboard('{Backspace}{Backspace}{Backspace}{Backspace}B{Enter}')
    expect(saved).toHaveBeenCalledExactlyOnceWith('busy', 'calm')
  })

  test('of an enum shows its empty label, and NULL next to it', async () => {
    const { saved, user } = openEditor(shapes.mood, { value: 'calm' })
    const list = await screen.findByRole('combobox')
    expect(
      within(list)
        .getAllByRole('option')
        .map(({ textContent }) => textContent),
    ).toEqual(['NULL', 'calm', 'busy', 'Empty string'])
    await user.selectOptions(list, 'Empty string')
    await user.keyboard('{Enter}')
    expect(saved).toHaveBeenCalledExactlyOnceWith('', 'calm')
  })
})

describe('a truncated value', () => {
  test('is loaded completely before it is edited, and conflicts are detected by that', async () => {
    const full = 'x'.repeat(20_000)
    const answers = { [cellRoute]: { value: full } }
    const { saved, user } = openEditor(shapes.text, {
      value: 'xxx',
      isCut: true,
      typed: 'new',
      answers,
    })
    expect((await editorField()).value).toBe('new')
    await user.keyboard('{Enter}')
    expect(saved).toHaveBeenCalledExactlyOnceWith('new', full)
  })

  test('and is too large for an edit is offered as a file', async () => {
    const answers = { [cellRoute]: refusal(413, { kind: 'too_large', message: 'Too large' }) }
    const { closed } = openEditor(shapes.text, { value: 'xxx', isCut: true, answers })
    const link = await screen.findByRole('link', { name: 'Download' })
    expect(link.getAttribute('href')).toBe(
      `/platform/projects/${shop.ref}/tables/42/cell-file?column=cell&key=%5B%221%22%5D`,
    )
    await pressButton('Close')
    expect(closed).toHaveBeenCalledWith('stay')
  })
})
