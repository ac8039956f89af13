import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, describe, expect, test, vi } from 'vitest'

import { Button } from './Button.tsx'
import { Confirm } from './Confirm.tsx'
import { Dialog } from './Dialog.tsx'
import { Menu } from './Menu.tsx'
import { Picker } from './Picker.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const spy = () => vi.fn<(value?: unknown) => void>()

function Opener() {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <button onClick={() => setIsOpen(true)}>Open</button>
      <Dialog
        isOpen={isOpen}
        onClose={() => setIsOpen(false)}
        title="Rename"
        description="Only the name changes"
        footer={<button>Save</button>}
      >
        <input aria-label="Name" />
      </Dialog>
    </>
  )
}

describe('a dialog', () => {
  const open = async () => {
    render(<Opener />)
    await userEvent.click(screen.getByRole('button', { name: 'Open' }))
    return screen.findByRole('dialog', { name: 'Rename' })
  }

  test('is named and described, and takes the focus', async () => {
    const dialog = await open()
    expect(dialog.contains(document.activeElement)).toBe(true)
    const note = document.querySelector(`[id="${dialog.getAttribute('aria-describedby')}"]`)
    expect(note?.textContent).toBe('Only the name changes')
  })

  test('is closed by Escape and restores the focus', async () => {
    await open()
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await waitFor(() =>
      expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Open' })),
    )
  })

  test('that opened by itself leaves the focus in the page', async () => {
    const page = (isOpen: boolean) => (
      <main id="content" tabIndex={-1}>
        <Dialog {...{ isOpen }} title="It waits" onClose={spy()}>
          <p>Since the last visit</p>
        </Dialog>
      </main>
    )
    const { rerender } = render(page(true))
    await screen.findByRole('dialog')
    rerender(page(false))
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('main')))
  })

  test('restores the focus to an element in a shadow root, where the code editor is', async () => {
    render(<Opener />)
    const host = document.body.appendChild(document.createElement('div'))
    const inner = document.createElement('button')
    host.attachShadow({ mode: 'open' }).append(inner)
    inner.focus()
    act(() => screen.getByRole('button', { name: 'Open' }).click())
    await screen.findByRole('dialog', { name: 'Rename' })
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await waitFor(() => expect(host.shadowRoot?.activeElement).toBe(inner))
    host.remove()
  })

  test('opened from a menu restores the focus to the button of the menu', async () => {
    function FromMenu() {
      const [isOpen, setIsOpen] = useState(false)
      return (
        <>
          <Menu
            trigger={<Button>Actions</Button>}
            items={[{ label: 'Rename', onSelect: () => setIsOpen(true) }]}
          />
          <Dialog isOpen={isOpen} onClose={() => setIsOpen(false)} title="Rename" />
        </>
      )
    }
    render(<FromMenu />)
    await userEvent.click(screen.getByRole('button', { name: 'Actions' }))
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Rename' }))
    await screen.findByRole('dialog', { name: 'Rename' })
    await waitFor(() => expect(screen.queryByRole('menu')).toBeNull())
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await waitFor(() =>
      expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Actions' })),
    )
  })

  test('is closed by its own button', async () => {
    const dialog = await open()
    await userEvent.click(within(dialog).getByRole('button', { name: 'Close' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  test('keeps the focus inside, forwards and backwards', async () => {
    const dialog = await open()
    for (let step = 0; step < 5; step += 1) {
      await userEvent.tab({ shift: step > 2 })
      expect(dialog.contains(document.activeElement)).toBe(true)
    }
  })

  test('that is closed is not rendered', () => {
    render(<Dialog isOpen={false} onClose={spy()} title="Rename" />)
    expect(screen.queryByRole('dialog')).toBeNull()
  })
})

describe('a confirmation of an irreversible action', () => {
  const ask = async (more: { isPending?: boolean; typed?: string; error?: Error } = {}) => {
    const [onConfirm, onClose] = [spy(), spy()]
    render(
      <Confirm
        isOpen
        title="Delete Shop?"
        confirmLabel="Delete project"
        onConfirm={onConfirm}
        onClose={onClose}
        {...more}
      >
        All its tables are lost.
      </Confirm>,
    )
    const dialog = within(await screen.findByRole('dialog', { name: 'Delete Shop?' }))
    const confirm = dialog.getByRole('button', { name: 'Delete project' })
    return { dialog, confirm, onConfirm, onClose }
  }

  test('names the effects and requires the exact words', async () => {
    const { dialog, confirm, onConfirm } = await ask({ typed: 'Shop' })
    expect(dialog.getByText('All its tables are lost.')).toBeTruthy()
    const field = dialog.getByLabelText('Type Shop to confirm')
    expect(document.activeElement).toBe(field)
    await userEvent.type(field, 'shop{Enter}')
    await userEvent.click(confirm)
    expect(onConfirm).not.toHaveBeenCalled()
    expect(await screen.findByText('Type Shop first')).toBeTruthy()
    await userEvent.clear(field)
    await userEvent.type(field, 'Shop{Enter}')
    expect(onConfirm).toHaveBeenCalledTimes(1)
  })

  test('runs its action once', async () => {
    const { dialog, confirm, onConfirm } = await ask({ typed: 'Shop', isPending: true })
    await userEvent.type(dialog.getByLabelText('Type Shop to confirm'), 'Shop{Enter}')
    await userEvent.click(confirm)
    expect(onConfirm).not.toHaveBeenCalled()
  })

  test('shows why it failed, and Cancel and Escape only close it', async () => {
    const { dialog, onConfirm, onClose } = await ask({ error: new Error('It is restored now') })
    expect(dialog.getByRole('alert').textContent).toBe('It is restored now')
    await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }))
    await userEvent.keyboard('{Escape}')
    expect(onClose).toHaveBeenCalledTimes(2)
    expect(onConfirm).not.toHaveBeenCalled()
  })
})

describe('a menu', () => {
  const open = async () => {
    const [rename, remove, sort] = [spy(), spy(), spy()]
    render(
      <Menu
        trigger={<Button>Actions</Button>}
        items={[
          { label: 'Rename', onSelect: rename },
          { label: 'Delete', disabledReason: 'You do not own it', onSelect: remove },
          { kind: 'separator' },
          { kind: 'choice', label: 'By name', isChosen: true, onSelect: sort },
        ]}
      />,
    )
    const button = screen.getByRole('button', { name: 'Actions' })
    expect(button.getAttribute('aria-haspopup')).toBe('menu')
    button.focus()
    await userEvent.keyboard('{Enter}')
    await screen.findByRole('menu')
    return { rename, remove, sort }
  }

  test('is opened, navigated and used by keyboard alone', async () => {
    const { rename } = await open()
    await waitFor(async () => {
      await userEvent.keyboard('{Home}')
      expect(document.activeElement?.textContent).toBe('Rename')
    })
    await userEvent.keyboard('{Enter}')
    expect(rename).toHaveBeenCalledTimes(1)
    await waitFor(() => expect(screen.queryByRole('menu')).toBeNull())
  })

  test('a disabled entry is reachable, shows its reason and does nothing', async () => {
    const { remove } = await open()
    const item = screen.getByRole('menuitem', { name: /Delete/u })
    expect(item.getAttribute('aria-disabled')).toBe('true')
    expect(within(item).getByText('You do not own it')).toBeTruthy()
    await userEvent.click(item)
    expect(remove).not.toHaveBeenCalled()
    expect(screen.getByRole('menu')).toBeTruthy()
  })

  test('marks the current choice', async () => {
    const { sort } = await open()
    const choice = screen.getByRole('menuitemradio', { name: 'By name', checked: true })
    await userEvent.click(choice)
    expect(sort).toHaveBeenCalledTimes(1)
  })

  test('is closed by Escape, which restores the focus to its button', async () => {
    await open()
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('menu')).toBeNull())
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Actions' }))
  })
})

describe('a picker', () => {
  const open = async (actions: { id: string; label: string }[] = []) => {
    const onPick = spy()
    render(
      <Picker
        trigger={<Button>Schema</Button>}
        placeholder="Find a schema"
        empty="No schema of this name"
        chosen="public"
        items={[
          { id: 'auth', label: 'auth', group: 'Own' },
          { id: 'public', label: 'public', group: 'Own' },
          { id: 'cron', label: 'cron', group: 'Extensions', keywords: ['jobs'] },
        ]}
        actions={actions}
        onPick={onPick}
      />,
    )
    await userEvent.click(screen.getByRole('button', { name: 'Schema' }))
    await screen.findByPlaceholderText('Find a schema')
    return onPick
  }
  const options = () => screen.getAllByRole('option').map(({ textContent }) => textContent)

  test('starts at the current item', async () => {
    const onPick = await open()
    expect(screen.getByRole('option', { selected: true }).textContent).toBe('public')
    await userEvent.keyboard('{ArrowDown}{Enter}')
    expect(onPick).toHaveBeenCalledExactlyOnceWith('cron')
  })

  test('has items and actions in one cycle of the arrow keys', async () => {
    const onPick = await open([{ id: 'new', label: 'New schema' }])
    const seen: (string | null)[] = []
    for (let step = 0; step < 4; step += 1) {
      seen.push(screen.getByRole('option', { selected: true }).textContent)
      await userEvent.keyboard('{ArrowDown}')
    }
    expect(seen).toEqual(['public', 'cron', 'New schema', 'auth'])
    await userEvent.keyboard('{Enter}')
    expect(onPick).toHaveBeenCalledExactlyOnceWith('public')
  })

  test('finds by label and by other words, and chooses the first match on Enter', async () => {
    const onPick = await open([{ id: 'new', label: 'New schema' }])
    await userEvent.keyboard('jobs')
    expect(options()).toEqual(['cron', 'New schema'])
    await userEvent.keyboard('{Enter}')
    expect(onPick).toHaveBeenCalledExactlyOnceWith('cron')
  })

  test('lists exact matches first, then prefixes', async () => {
    const items = ['at', 'dates', 'day', 'date'].map((id) => ({
      id,
      label: id,
      keywords: id === 'day' ? ['date'] : ['a date'],
    }))
    render(
      <Picker
        trigger={<Button>Schema</Button>}
        placeholder="Find a schema"
        items={items}
        chosen="at"
        onPick={spy()}
      />,
    )
    await userEvent.click(screen.getByRole('button', { name: 'Schema' }))
    await screen.findByPlaceholderText('Find a schema')
    await userEvent.keyboard('date')
    expect(options()).toEqual(['date', 'day', 'dates', 'at'])
  })

  test('restores the focus to its button, unless the focus has moved on', async () => {
    await open()
    const button = () => screen.getByRole('button', { name: 'Schema' })
    await userEvent.keyboard('{Enter}')
    await waitFor(() => expect(document.activeElement).toBe(button()))
    await userEvent.click(button())
    const search = await screen.findByPlaceholderText('Find a schema')
    const field = document.body.appendChild(document.createElement('input'))
    fireEvent.keyDown(search, { key: 'Enter' })
    field.focus()
    await waitFor(() => expect(screen.queryByPlaceholderText('Find a schema')).toBeNull())
    // It restores the focus in a later task.
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect(document.activeElement).toBe(field)
    field.remove()
  })

  test('reports when nothing matches', async () => {
    await open()
    await userEvent.keyboard('zinc')
    expect(await screen.findByText('No schema of this name')).toBeTruthy()
    expect(screen.queryByRole('option')).toBeNull()
  })
})

describe('a click outside of a dialog', () => {
  const show = (isKept: boolean) => {
    const onClose = spy()
    render(
      <Dialog isOpen isKept={isKept} title="Token" onClose={onClose}>
        <input aria-label="Name" />
      </Dialog>,
    )
    return onClose
  }
  const clickOutside = () => {
    // The page behind takes no pointer events, which the library for users checks.
    fireEvent.pointerDown(document.body)
    fireEvent.click(document.body)
  }

  test('closes it', async () => {
    const onClose = show(false)
    await screen.findByRole('dialog')
    // The library listens from the next task on.
    await waitFor(() => {
      clickOutside()
      expect(onClose).toHaveBeenCalled()
    })
  })

  test('keeps one open into which something was typed', async () => {
    const onClose = show(false)
    await userEvent.type(await screen.findByLabelText('Name'), 'a')
    clickOutside()
    expect(onClose).not.toHaveBeenCalled()
    await userEvent.keyboard('{Escape}')
    expect(onClose).toHaveBeenCalledOnce()
  })

  test('never closes one with a secret that is shown once, nor does Escape', async () => {
    const onClose = show(true)
    await screen.findByRole('dialog')
    clickOutside()
    await userEvent.keyboard('{Escape}')
    expect(onClose).not.toHaveBeenCalled()
    expect(screen.queryByRole('button', { name: 'Close' })).toBeNull()
  })
})
