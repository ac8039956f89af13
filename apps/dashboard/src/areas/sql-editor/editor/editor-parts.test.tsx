// @vitest-environment jsdom
import type { NameCatalog } from '@basalt/pg-model'
import { cleanup, render, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'

import { listenForShortcuts } from '../../../lib/browser/shortcuts.ts'
import { queryClient } from '../../../lib/network/query-client.ts'
import { sqlStorage } from '../../../lib/storage/sql-storage.ts'
import { useNames } from '../../../product/names/use-names.ts'
import { sampleNames } from '../../../product/sql-code/completion/sample-catalog.ts'
import type { RunScope } from '../../../product/sql-code/run-scope.ts'
import { shop } from '../../../testing/answers.ts'
import { database, openPart } from '../../../testing/open-part.tsx'
import { EditorMenu } from './EditorMenu.tsx'
import { ParameterForm } from './ParameterForm.tsx'
import { RunMenu } from './RunMenu.tsx'

beforeEach(() => localStorage.clear())
afterEach(cleanup)

describe('run commands', () => {
  const open = (disabledReason?: string) => {
    const run = vi.fn<(scope: RunScope) => void>()
    render(<RunMenu disabledReason={disabledReason} onRun={run} />)
    return run
  }
  const choose = async (name: RegExp) => {
    await userEvent.click(screen.getByRole('button', { name: 'More ways to run' }))
    await userEvent.click(await screen.findByRole('menuitem', { name }))
  }

  test('are in a menu with their keys', async () => {
    const run = open()
    await choose(/Run everything/u)
    await choose(/Run from cursor/u)
    expect(run.mock.calls).toEqual([['all'], ['rest']])
  })

  test('are in the registry of shortcuts', async () => {
    const run = open()
    const stop = listenForShortcuts(document)
    await userEvent.keyboard('{Control>}{Enter}{/Control}')
    await userEvent.keyboard('{Control>}{Shift>}{Enter}{/Shift}{/Control}')
    await userEvent.keyboard('{Control>}{Alt>}{Enter}{/Alt}{/Control}')
    stop()
    expect(run.mock.calls).toEqual([['here'], ['all'], ['rest']])
  })

  test('have a reason when they are disabled, and do nothing then', async () => {
    const run = open('Enter a query')
    await userEvent.click(screen.getByRole('button', { name: 'More ways to run' }))
    expect(await screen.findAllByText('Enter a query')).toHaveLength(3)
    const stop = listenForShortcuts(document)
    await userEvent.keyboard('{Control>}{Shift>}{Enter}{/Shift}{/Control}')
    stop()
    expect(run).not.toHaveBeenCalled()
  })
})

describe('the form of parameters', () => {
  const open = (remembered: Parameters<typeof ParameterForm>[0]['remembered'] = {}) => {
    const submit = vi.fn<(values: object) => void>()
    render(<ParameterForm parameters={['id', '$1']} remembered={remembered} onSubmit={submit} />)
    return submit
  }
  const run = () => userEvent.click(screen.getByRole('button', { name: 'Run' }))

  test('has each value with a type', async () => {
    const submit = open()
    await userEvent.selectOptions(screen.getByLabelText('Type of :id'), 'number')
    await userEvent.type(screen.getByLabelText(':id'), '9007199254740993')
    await userEvent.selectOptions(screen.getByLabelText('Type of $1'), 'null')
    await run()
    expect(submit).toHaveBeenCalledWith({
      id: { type: 'number', text: '9007199254740993' },
      $1: { type: 'null', text: '' },
    })
  })

  test('starts with the last values', () => {
    open({ id: { type: 'text', text: 'Oslo' }, $1: { type: 'boolean', text: 'false' } })
    expect(screen.getByLabelText(':id')).toHaveProperty('value', 'Oslo')
    expect(screen.getByLabelText('$1')).toHaveProperty('value', 'false')
  })

  test('reports an invalid value at the field, and submits nothing', async () => {
    const submit = open({ id: { type: 'json', text: '{' }, $1: { type: 'text', text: '' } })
    expect(screen.queryByRole('alert')).toBeNull()
    await run()
    expect(screen.getByRole('alert').textContent).toBe('Enter JSON')
    expect(submit).not.toHaveBeenCalled()
    await userEvent.type(screen.getByLabelText(':id'), '}')
    expect(screen.queryByRole('alert')).toBeNull()
    await run()
    expect(submit).toHaveBeenCalledOnce()
  })

  test('offers two choices for a boolean', async () => {
    const submit = open()
    await userEvent.selectOptions(screen.getByLabelText('Type of :id'), 'boolean')
    await userEvent.selectOptions(screen.getByLabelText(':id'), 'false')
    await run()
    expect(submit.mock.calls[0]?.[0]).toMatchObject({ id: { type: 'boolean', text: 'false' } })
  })
})

describe('settings of the editor', () => {
  test('are stored in the browser', async () => {
    render(<EditorMenu editor={{ current: null }} />)
    const choose = async (name: string) => {
      await userEvent.click(screen.getByRole('button', { name: 'Editor settings' }))
      const menu = within(await screen.findByRole('menu'))
      await userEvent.click(menu.getByRole('menuitemradio', { name }))
    }
    await choose('Vim keys')
    await choose('Check while typing')
    await choose('16 px')
    expect(sqlStorage.hasVimKeys.get()).toBe(true)
    expect(sqlStorage.checksSyntax.get()).toBe(false)
    expect(sqlStorage.editorFontSize.get()).toBe(16)
  })
})

describe('names of the database', () => {
  function Names() {
    const names: NameCatalog | undefined = useNames(shop.ref)
    return <p>{names === undefined ? 'none' : `${names.relations.length} relations`}</p>
  }

  test('are loaded once, and then only checked for changes', async () => {
    const requested: (string | null)[] = []
    openPart(() => <Names />, {
      answers: {
        [`GET ${database}/completion`]: (_: unknown, query: URLSearchParams) => {
          requested.push(query.get('known'))
          return { version: 'v1', catalog: query.get('known') === 'v1' ? null : sampleNames }
        },
      },
    })
    const shown = `${sampleNames.relations.length} relations`
    expect(await screen.findByText(shown)).toBeTruthy()
    await queryClient.invalidateQueries()
    await waitFor(() => expect(requested).toEqual([null, 'v1']))
    expect(screen.getByText(shown)).toBeTruthy()
  })
})
