import { contact } from '@basalt/contract/contact'
import { ApiError } from '@basalt/contract/errors'
import { QueryClientProvider } from '@tanstack/react-query'
import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  RouterContextProvider,
} from '@tanstack/react-router'
import { render, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, describe, expect, test, vi } from 'vitest'

import { noChanges, useForm } from '../lib/forms/use-form.ts'
import { queryClient } from '../lib/network/query-client.ts'
import { Dialog } from './Dialog.tsx'
import { Form, FormFailure, FormField, SubmitButton } from './Form.tsx'
import { Input, Textarea } from './Input.tsx'

type Values = { name: string; email: string; firm: string; message: string }

const filled: Values = {
  name: 'Ann',
  email: 'ann@example.com',
  firm: 'Acme',
  message: 'We need thirty projects.',
}

type Options = {
  initial?: Values
  send?: (values: Values) => Promise<string>
  disabledReason?: string
  mustChange?: boolean
}

const router = createRouter({
  routeTree: createRootRoute(),
  history: createMemoryHistory(),
})

function Sample({ initial = filled, send = async () => 'sent', ...options }: Options) {
  const form = useForm({
    route: contact.enterprise,
    initial,
    getBody: ({ firm, ...rest }) => ({ ...rest, company: firm }),
    paths: { firm: 'company' },
    check: ({ name }) => (name === 'Nobody' ? { name: 'Enter your own name' } : {}),
    send,
    ...options,
  })
  return (
    <Form form={form} label="Contact">
      <FormField form={form} name="name" label="Name" help="Your own">
        {(control) => <Input {...control} />}
      </FormField>
      <FormField form={form} name="email" label="Email">
        {(control) => <Input {...control} type="email" />}
      </FormField>
      <FormField form={form} name="firm" label="Company">
        {(control) => <Input {...control} />}
      </FormField>
      <FormField form={form} name="message" label="Message">
        {(control) => <Textarea {...control} />}
      </FormField>
      <FormFailure form={form} />
      <SubmitButton form={form}>Send</SubmitButton>
      <button type="button" onClick={() => form.reset()}>
        Reset
      </button>
      <output>{form.answer}</output>
    </Form>
  )
}

const open = ({ isInDialog = false, ...options }: Options & { isInDialog?: boolean } = {}) => {
  const sent: Values[] = []
  const send = async (values: Values) => {
    sent.push(values)
    return options.send === undefined ? 'sent' : options.send(values)
  }
  const onClose = vi.fn<() => void>()
  const sample = <Sample {...options} send={send} />
  render(
    <QueryClientProvider client={queryClient}>
      <RouterContextProvider router={router}>
        {isInDialog ? (
          <Dialog isOpen title="Write to us" onClose={onClose}>
            {sample}
          </Dialog>
        ) : (
          sample
        )}
      </RouterContextProvider>
    </QueryClientProvider>,
  )
  return { sent, onClose, user: userEvent.setup() }
}

const field = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name })
const submit = () => screen.getByRole('button', { name: 'Send' })
const errorOf = (name: string) => {
  const id = field(name).getAttribute('aria-describedby') ?? ''
  return document.querySelector(`[id="${id}"]`)?.textContent
}

beforeEach(() => queryClient.clear())

describe('checking', () => {
  test('the schema of the route names each wrong field, and the first one gets the focus', async () => {
    const { sent, user } = open({ initial: { ...filled, email: 'ann', firm: '' } })
    await user.click(submit())
    await waitFor(() => expect(document.activeElement).toBe(field('Email')))
    expect(field('Email').getAttribute('aria-invalid')).toBe('true')
    expect(field('Company').getAttribute('aria-invalid')).toBe('true')
    expect(errorOf('Email')).toMatch(/email/u)
    expect(sent).toEqual([])
  })

  test('a rule of the form replaces the message of the schema', async () => {
    const { sent, user } = open({ initial: { ...filled, name: 'Nobody' } })
    await user.click(submit())
    expect(await screen.findByText('Enter your own name')).toBeTruthy()
    expect(errorOf('Name')).toBe('Enter your own name')
    expect(sent).toEqual([])
  })

  test('typing into a field removes its error and no other', async () => {
    const { user } = open({ initial: { ...filled, email: 'ann', firm: '' } })
    await user.click(submit())
    await screen.findAllByRole('alert')
    await user.type(field('Company'), 'Acme')
    expect(field('Company').getAttribute('aria-invalid')).toBeNull()
    expect(field('Email').getAttribute('aria-invalid')).toBe('true')
  })
})

describe('sending', () => {
  test.each([
    ['Enter in a field', 'Name', '{Enter}'],
    ['Ctrl+Enter in a text of several lines', 'Message', '{Control>}{Enter}{/Control}'],
    ['Cmd+Enter in a text of several lines', 'Message', '{Meta>}{Enter}{/Meta}'],
  ])('%s submits the form', async (_, name, keys) => {
    const { sent, user } = open()
    await user.click(field(name))
    await user.keyboard(keys)
    await screen.findByText('sent')
    expect(sent).toEqual([filled])
  })

  test('the button is busy until the answer comes, and a second press sends nothing', async () => {
    let answer: (text: string) => void = () => undefined
    const { sent, user } = open({ send: () => new Promise((resolve) => (answer = resolve)) })
    await user.click(submit())
    await waitFor(() => expect(submit().getAttribute('aria-busy')).toBe('true'))
    await user.click(submit())
    await user.type(field('Name'), '{Enter}')
    answer('done')
    await screen.findByText('done')
    expect(sent).toHaveLength(1)
    expect(submit().getAttribute('aria-busy')).toBeNull()
  })

  test('values that a password manager filled in silently are sent', async () => {
    const { sent, user } = open()
    // React does not see a value that is set without its own setter.
    const { prototype } = HTMLInputElement
    Reflect.set(prototype, 'value', 'other@example.com', field('Email'))
    await user.click(submit())
    await screen.findByText('sent')
    expect(sent[0]?.email).toBe('other@example.com')
  })
})

describe('a refusal of the server', () => {
  const refuse = (fields?: Record<string, string>) => async () => {
    throw new ApiError('invalid_request', 'The input is not valid', { fields })
  }

  test('is shown at the field it names, which gets the focus, and loses no value', async () => {
    const { user } = open({ send: refuse({ company: 'Already a customer' }) })
    await user.click(submit())
    await waitFor(() => expect(document.activeElement).toBe(field('Company')))
    expect(errorOf('Company')).toBe('Already a customer')
    expect(field('Message').value).toBe(filled.message)
    expect(screen.queryByText('The input is not valid')).toBeNull()
  })

  test('is shown above the buttons when it names no field', async () => {
    const { user } = open({ send: refuse() })
    await user.click(submit())
    expect(await screen.findByText('The input is not valid')).toBeTruthy()
    expect(field('Name').value).toBe('Ann')
  })

  test('is shown above the buttons when no field of the form has its name', async () => {
    const { user } = open({ send: refuse({ captcha: 'Solve the puzzle' }) })
    await user.click(submit())
    expect(await screen.findByText('Solve the puzzle')).toBeTruthy()
  })
})

describe('a form that cannot be submitted', () => {
  test('says why, and neither the button nor a key sends it', async () => {
    const { sent, user } = open({ disabledReason: 'You need additional permissions' })
    expect(submit().getAttribute('aria-disabled')).toBe('true')
    await user.hover(submit())
    expect(await screen.findByText('You need additional permissions')).toBeTruthy()
    await user.type(field('Message'), '{Control>}{Enter}{/Control}')
    await user.click(submit())
    expect(sent).toEqual([])
  })

  test('needs a change where that is required, and is unchanged again after a reset', async () => {
    const { user } = open({ mustChange: true })
    expect(submit().getAttribute('aria-disabled')).toBe('true')
    await user.type(field('Name'), 'e')
    expect(submit().getAttribute('aria-disabled')).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Reset' }))
    expect(field('Name').value).toBe('Ann')
    await user.hover(submit())
    expect(await screen.findByText(noChanges)).toBeTruthy()
  })
})

describe('a form in a dialog', () => {
  const openInDialog = async () => {
    const opened = open({ isInDialog: true })
    return { ...opened, dialog: await screen.findByRole('dialog', { name: 'Write to us' }) }
  }

  test('closes on Escape without a question while nothing was typed', async () => {
    const { user, onClose } = await openInDialog()
    await user.type(field('Name'), 'a{Backspace}{Escape}')
    expect(onClose).toHaveBeenCalledOnce()
  })

  test.each(['Escape', 'the close button'])(
    'asks before %s discards what was typed',
    async (way) => {
      const { user, onClose, dialog } = await openInDialog()
      const close = () =>
        way === 'Escape'
          ? user.keyboard('{Escape}')
          : user.click(within(dialog).getByRole('button', { name: 'Close' }))
      await user.type(field('Name'), ' Other')
      await close()
      const question = await screen.findByRole('dialog', { name: 'Discard your changes?' })
      await user.click(within(question).getByRole('button', { name: 'Keep editing' }))
      await waitFor(() => expect(screen.getAllByRole('dialog')).toHaveLength(1))
      expect(field('Name').value).toBe('Ann Other')
      expect(onClose).not.toHaveBeenCalled()

      await close()
      await user.click(await screen.findByRole('button', { name: 'Discard changes' }))
      expect(onClose).toHaveBeenCalledOnce()
    },
  )

  test('closes without a question once it was sent', async () => {
    const { user, sent, onClose } = await openInDialog()
    await user.type(field('Name'), ' Other')
    await user.click(submit())
    await screen.findByText('sent')
    expect(sent).toHaveLength(1)
    await user.keyboard('{Escape}')
    expect(onClose).toHaveBeenCalledOnce()
  })
})
