import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import type { FormEvent } from 'react'
import { describe, expect, test, vi } from 'vitest'

import { Button, IconButton } from './Button.tsx'
import { ChoiceCards } from './ChoiceCards.tsx'
import { Field } from './Field.tsx'
import { Input, SearchInput } from './Input.tsx'
import { TabBar } from './TabBar.tsx'

const spy = () => vi.fn<(value?: unknown) => void>()

function Form({ onSubmit, isPending }: { onSubmit: () => void; isPending: boolean }) {
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onSubmit()
  }
  return (
    <form onSubmit={submit}>
      <input aria-label="Name" />
      <Button type="submit" isPending={isPending}>
        Save
      </Button>
    </form>
  )
}

describe('a button', () => {
  test('that is disabled stays reachable by Tab, does nothing and shows the reason', async () => {
    const onClick = spy()
    render(
      <Button disabledReason="The project is paused" onClick={onClick}>
        Run
      </Button>,
    )
    const button = screen.getByRole('button', { name: 'Run' })
    await userEvent.tab()
    expect(document.activeElement).toBe(button)
    await userEvent.keyboard('{Enter} ')
    await userEvent.click(button)
    expect(onClick).not.toHaveBeenCalled()
    const reason = await screen.findByRole('tooltip')
    expect(reason.textContent).toBe('The project is paused')
    expect(button.getAttribute('aria-describedby')).toBe(reason.id)
  })

  test('whose reason disappears keeps the focus and works', async () => {
    const onClick = spy()
    const { rerender } = render(
      <Button disabledReason="Wait" onClick={onClick}>
        Run
      </Button>,
    )
    await userEvent.tab()
    rerender(<Button onClick={onClick}>Run</Button>)
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Run' }))
    await userEvent.keyboard('{Enter}')
    expect(onClick).toHaveBeenCalledTimes(1)
  })

  test('with a running action shows that and does not submit its form again, by click or by Enter', async () => {
    const onSubmit = spy()
    const { rerender } = render(<Form onSubmit={onSubmit} isPending={false} />)
    await userEvent.type(screen.getByLabelText('Name'), '{Enter}')
    expect(onSubmit).toHaveBeenCalledTimes(1)
    rerender(<Form onSubmit={onSubmit} isPending />)
    const button = screen.getByRole('button', { name: 'Save' })
    expect(button.getAttribute('aria-busy')).toBe('true')
    await userEvent.click(button)
    await userEvent.type(screen.getByLabelText('Name'), '{Enter}')
    expect(onSubmit).toHaveBeenCalledTimes(1)
  })

  test('does not submit a form unless it is a submit button', async () => {
    const onSubmit = spy()
    render(
      <form onSubmit={onSubmit}>
        <Button>Cancel</Button>
      </form>,
    )
    await userEvent.click(screen.getByRole('button', { name: 'Cancel' }))
    expect(onSubmit).not.toHaveBeenCalled()
  })

  test('with an icon alone has a name', () => {
    render(<IconButton label="Close" icon={(() => null) as never} />)
    expect(screen.getByRole('button', { name: 'Close' })).toBeTruthy()
  })
})

describe('a field', () => {
  const show = (error?: string) => (
    <Field label="Name" help="A company or a team" error={error} hint="Optional">
      {(control) => <Input {...control} />}
    </Field>
  )

  test('names its control by its label and describes it by its help', () => {
    render(show())
    const input = screen.getByRole('textbox', { name: 'Name' })
    const help = screen.getByText('A company or a team')
    expect(input.getAttribute('aria-describedby')).toBe(help.id)
    expect(input.getAttribute('aria-invalid')).toBeNull()
    expect(screen.getByText('Optional')).toBeTruthy()
  })

  test('shows its error in place of its help, marks the control and restores the help', () => {
    const { rerender } = render(show('Enter a name'))
    const input = screen.getByRole('textbox', { name: 'Name' })
    const alert = screen.getByRole('alert')
    expect(alert.textContent).toBe('Enter a name')
    expect(input.getAttribute('aria-describedby')).toBe(alert.id)
    expect(input.getAttribute('aria-invalid')).toBe('true')
    expect(screen.queryByText('A company or a team')).toBeNull()
    rerender(show())
    expect(screen.queryByRole('alert')).toBeNull()
    expect(input.getAttribute('aria-invalid')).toBeNull()
  })

  test('without help or error describes nothing', () => {
    render(<Field label="Name">{(control) => <Input {...control} />}</Field>)
    expect(screen.getByLabelText('Name').getAttribute('aria-describedby')).toBeNull()
  })
})

describe('a search field', () => {
  test('is cleared by Escape, which does not propagate while there is text', async () => {
    const onChange = spy()
    const onKeyDown = spy()
    const show = (value: string) => (
      // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- stands for a dialog
      <div onKeyDown={() => onKeyDown()}>
        <SearchInput label="Search tables" value={value} onChange={onChange} />
      </div>
    )
    const { rerender } = render(show('orders'))
    await userEvent.type(screen.getByRole('searchbox', { name: 'Search tables' }), '{Escape}')
    expect(onChange).toHaveBeenCalledExactlyOnceWith('')
    expect(onKeyDown).not.toHaveBeenCalled()
    rerender(show(''))
    await userEvent.keyboard('{Escape}')
    expect(onChange).toHaveBeenCalledTimes(1)
    expect(onKeyDown).toHaveBeenCalledTimes(1)
  })
})

describe('choices', () => {
  const choices = [
    { value: 'free', label: 'Free', detail: '$0' },
    { value: 'pro', label: 'Pro', disabledReason: 'Add a payment method first' },
  ] as const

  test('are one group of radios; a disabled one has its reason', async () => {
    const onChange = spy()
    render(<ChoiceCards label="Plan" choices={choices} value="free" onChange={onChange} />)
    expect(screen.getByRole('group', { name: 'Plan' })).toBeTruthy()
    expect(screen.getByRole('radio', { name: /Free/u })).toHaveProperty('checked', true)
    const pro = screen.getByRole('radio', { name: /Add a payment method first/u })
    await userEvent.click(pro)
    expect(onChange).not.toHaveBeenCalled()
  })
})

describe('tabs', () => {
  const tabs = [
    { id: 'a', label: 'Browser' },
    { id: 'b', label: 'Terminal' },
    { id: 'c', label: 'Code' },
  ]

  test('are one stop of Tab, and the arrow keys wrap around', async () => {
    const onChoose = spy()
    const show = (chosen: string) => (
      <TabBar label="Connect" tabs={tabs} chosen={chosen} onChoose={onChoose} />
    )
    const { rerender } = render(show('a'))
    await userEvent.tab()
    expect(document.activeElement).toBe(screen.getByRole('tab', { name: 'Browser' }))
    await userEvent.keyboard('{ArrowLeft}')
    expect(onChoose).toHaveBeenLastCalledWith('c')
    rerender(show('c'))
    const code = screen.getByRole('tab', { name: 'Code', selected: true })
    expect(document.activeElement).toBe(code)
    await userEvent.keyboard('{ArrowRight}')
    expect(onChoose).toHaveBeenLastCalledWith('a')
    await userEvent.keyboard('{Home}')
    expect(onChoose).toHaveBeenLastCalledWith('a')
    rerender(show('a'))
    await userEvent.keyboard('{End}')
    expect(onChoose).toHaveBeenLastCalledWith('c')
    rerender(show('a'))
    await userEvent.tab()
    expect(document.activeElement).toBe(document.body)
  })
})
