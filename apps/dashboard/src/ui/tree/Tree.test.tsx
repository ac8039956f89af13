import { render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'

import type { TreeNode } from './tree-model.ts'
import { Tree } from './Tree.tsx'

beforeEach(() => {
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(400)
})
afterEach(() => vi.restoreAllMocks())

const files: TreeNode[] = [
  {
    id: 'src',
    name: 'src',
    children: [
      { id: 'main', name: 'main.ts' },
      { id: 'lib', name: 'lib', children: [{ id: 'link', name: 'link.ts' }] },
    ],
  },
  { id: 'docs', name: 'docs', children: 'unloaded' },
  { id: 'readme', name: 'readme' },
]

type Props = Partial<Parameters<typeof Tree>[0]> & { open?: string[] }

function Files({ open = [], nodes = files, ...props }: Props) {
  const [expanded, setExpanded] = useState<ReadonlySet<string>>(new Set(open))
  const [selectedId, setSelectedId] = useState<string>()
  return (
    <Tree
      label="Files"
      nodes={nodes}
      expanded={expanded}
      selectedId={selectedId}
      onSelect={({ id }) => setSelectedId(id)}
      onExpand={(id, isExpanded) =>
        setExpanded((before) => {
          const after = new Set(before)
          if (isExpanded) after.add(id)
          else after.delete(id)
          return after
        })
      }
      {...props}
    />
  )
}

const item = (name: string) => screen.getByRole('treeitem', { name })
const listNames = () => screen.getAllByRole('treeitem').map(({ textContent }) => textContent)
const getFocused = () => document.activeElement?.textContent

describe('the keys of a tree', () => {
  test('one node takes part in Tab, and the arrow keys move between visible nodes', async () => {
    render(<Files open={['src']} />)
    await userEvent.tab()
    expect(document.activeElement).toBe(item('src'))
    await userEvent.keyboard('{ArrowDown}{ArrowDown}')
    expect(getFocused()).toBe('lib')
    await userEvent.keyboard('{ArrowUp}')
    expect(getFocused()).toBe('main.ts')
    await userEvent.keyboard('{End}')
    expect(getFocused()).toBe('readme')
    await userEvent.keyboard('{Home}')
    expect(getFocused()).toBe('src')
    expect(screen.getAllByRole('treeitem').filter(({ tabIndex }) => tabIndex === 0)).toHaveLength(1)
  })

  test('right opens a branch and then enters it; left leaves it and then closes it', async () => {
    render(<Files />)
    await userEvent.tab()
    await userEvent.keyboard('{ArrowRight}')
    expect(item('src').getAttribute('aria-expanded')).toBe('true')
    expect(listNames()).toEqual(['src', 'main.ts', 'lib', 'docs', 'readme'])
    await userEvent.keyboard('{ArrowRight}')
    expect(getFocused()).toBe('main.ts')
    await userEvent.keyboard('{ArrowRight}')
    expect(getFocused()).toBe('main.ts')
    await userEvent.keyboard('{ArrowLeft}{ArrowLeft}')
    expect(item('src').getAttribute('aria-expanded')).toBe('false')
  })

  test('typed letters go to the next node that begins with them', async () => {
    render(<Files open={['src', 'lib']} />)
    await userEvent.tab()
    await userEvent.keyboard('l')
    expect(getFocused()).toBe('lib')
    await userEvent.keyboard('l')
    expect(getFocused()).toBe('link.ts')
    await new Promise((resolve) => setTimeout(resolve, 750))
    await userEvent.keyboard('re')
    expect(getFocused()).toBe('readme')
  })

  test('an asterisk opens all branches next to the active node', async () => {
    render(<Files loadChildren={async () => []} />)
    await userEvent.tab()
    await userEvent.keyboard('*')
    expect(item('src').getAttribute('aria-expanded')).toBe('true')
    expect(item('docs').getAttribute('aria-expanded')).toBe('true')
  })

  test('Enter and Space choose a node; a disabled one stays unchosen', async () => {
    render(<Files nodes={[...files, { id: 'secret', name: 'secret', isDisabled: true }]} />)
    await userEvent.tab()
    await userEvent.keyboard('{ArrowDown}{ArrowDown}{Enter}')
    expect(item('readme').getAttribute('aria-selected')).toBe('true')
    await userEvent.keyboard('{End}{Enter}')
    expect(item('secret').getAttribute('aria-selected')).toBe('false')
    expect(item('secret').getAttribute('aria-disabled')).toBe('true')
  })

  test('each node says its level and its place among its siblings', () => {
    render(<Files open={['src', 'lib']} />)
    const place = ['aria-level', 'aria-posinset', 'aria-setsize'].map((name) =>
      item('link.ts').getAttribute(name),
    )
    expect(place).toEqual(['3', '1', '1'])
    expect(item('main.ts').getAttribute('aria-expanded')).toBeNull()
  })
})

describe('children that are loaded when a branch opens', () => {
  test('come once, with a note until they are there', async () => {
    let answer: (nodes: TreeNode[]) => void = () => undefined
    const loadChildren = vi.fn<() => Promise<TreeNode[]>>(
      () => new Promise((resolve) => (answer = resolve)),
    )
    render(<Files loadChildren={loadChildren} />)
    await userEvent.click(item('docs'))
    expect(screen.getByText('Loading…')).toBeTruthy()
    answer([{ id: 'guide', name: 'guide.md' }])
    expect(await screen.findByRole('treeitem', { name: 'guide.md' })).toBeTruthy()
    await userEvent.click(item('docs'))
    await userEvent.click(item('docs'))
    expect(loadChildren).toHaveBeenCalledTimes(1)
  })

  test('that do not come can be requested again', async () => {
    let isBroken = true
    const loadChildren = async () => {
      if (isBroken) throw new Error('The server is away')
      return []
    }
    render(<Files loadChildren={loadChildren} />)
    await userEvent.click(item('docs'))
    expect(await screen.findByText('The server is away')).toBeTruthy()
    isBroken = false
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByText('Empty')).toBeTruthy()
  })
})

describe('a node', () => {
  test('is renamed in place with F2; Escape keeps the name', async () => {
    const onRename = vi.fn<(node: TreeNode, name: string) => void>()
    render(<Files onRename={onRename} />)
    await userEvent.tab()
    await userEvent.keyboard('{F2}')
    const field = screen.getByRole('textbox', { name: 'New name of src' })
    expect(document.activeElement).toBe(field)
    await userEvent.keyboard('source{Enter}')
    expect(onRename).toHaveBeenCalledExactlyOnceWith(files[0], 'source')
    await waitFor(() => expect(document.activeElement).toBe(item('src')))
    await userEvent.keyboard('{F2}lost{Escape}')
    expect(onRename).toHaveBeenCalledTimes(1)
  })

  test('has a context menu by the keyboard, which gives the focus back', async () => {
    const onSelect = vi.fn<() => void>()
    render(<Files listMenu={({ name }) => [{ label: `Delete ${name}`, onSelect }]} />)
    await userEvent.tab()
    await userEvent.keyboard('{Shift>}{F10}{/Shift}')
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Delete src' }))
    expect(onSelect).toHaveBeenCalledTimes(1)
    await waitFor(() => expect(document.activeElement).toBe(item('src')))
  })
})

test('a large tree has only the rows in view in the page', async () => {
  const nodes = Array.from({ length: 10_000 }, (_, at) => ({ id: `n${at}`, name: `node ${at}` }))
  render(<Files nodes={nodes} />)
  expect(screen.getAllByRole('treeitem').length).toBeLessThan(60)
  await userEvent.tab()
  await userEvent.keyboard('{End}')
  await waitFor(() => expect(getFocused()).toBe('node 9999'))
})
