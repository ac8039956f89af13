import { support } from '@basalt/contract/support'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useEffect, useRef, useState } from 'react'

import { notify } from '../../lib/browser/toast.ts'
import { useDocumentTitle } from '../../lib/browser/use-document-title.ts'
import { useGo } from '../../lib/browser/use-go.ts'
import {
  checkFields,
  type FieldErrors,
  listFieldErrors,
  clearErrors,
  getFormError,
} from '../../lib/forms/form.ts'
import { useCapability } from '../../lib/install.tsx'
import { Link } from '../../lib/Link.tsx'
import { call } from '../../lib/network/api.ts'
import { paths } from '../../lib/paths.ts'
import { readText, type UrlQuery } from '../../lib/routes/url-query.ts'
import { organizationsQuery, profileQuery } from '../../lib/session/account.ts'
import { storage } from '../../lib/storage/storage.ts'
import { Button, buttonClass } from '../../ui/Button.tsx'
import { Wordmark } from '../../ui/Mark.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { PageBody, PageHeader } from '../../ui/PageHeader.tsx'
import { supportRequest } from './paths.ts'
import { refreshLists } from './queries.ts'
import {
  beginDraft,
  keepDraft,
  placeOf,
  getRequest,
  type SupportDraft,
  type SupportQuery,
} from './support-draft.ts'
import { SupportForm } from './SupportForm.tsx'

/** The support form, with and without a session. */
export function SupportFormPage({ query: given }: { query: UrlQuery }) {
  const query: SupportQuery = {
    category: readText(given, 'category'),
    sid: readText(given, 'sid'),
    subject: readText(given, 'subject'),
    message: readText(given, 'message'),
  }
  useDocumentTitle('Contact support')
  const { data: profile } = useQuery({ ...profileQuery(), enabled: false })
  const hasAccount = useCapability('accounts') && profile !== undefined
  if (profile !== undefined) return <Content query={query} hasAccount={hasAccount} />
  return (
    <main id="content" tabIndex={-1} className="h-full overflow-y-auto bg-canvas outline-none">
      <div className="mx-auto w-full max-w-[824px] px-4 pt-6 tablet:px-8 tablet:pt-8">
        <Link href={paths.root()} aria-label="Basalt: start page" className="inline-block">
          <Wordmark />
        </Link>
      </div>
      <Content query={query} hasAccount={false} />
    </main>
  )
}

type Props = { query: SupportQuery; hasAccount: boolean }

function Content({ query, hasAccount }: Props) {
  const [sent, setSent] = useState<number>()
  return (
    <PageBody width="form">
      <PageHeader
        title="Contact support"
        description="Describe the problem. Your administrator replies by email."
        actions={
          hasAccount && (
            <Link href={paths.supportRequests()} className={buttonClass()}>
              Your requests
            </Link>
          )
        }
      />
      {sent === undefined ? (
        <Form query={query} hasAccount={hasAccount} onSent={setSent} />
      ) : (
        <Notice tone="good" title={`Request number: ${sent}`}>
          We sent you a confirmation by email. The reply goes to the same address.
        </Notice>
      )}
    </PageBody>
  )
}

const stored = storage.supportDraft

function Form({ query, hasAccount, onSent }: Props & { onSent: (number: number) => void }) {
  const form = useRef<HTMLFormElement>(null)
  const { data: organizations } = useQuery({ ...organizationsQuery(), enabled: hasAccount })
  const [typed, setDraft] = useState(() =>
    beginDraft(stored.get(), query, hasAccount ? (storage.lastOrganization.get() ?? '') : ''),
  )
  const draft = withoutLost(typed, organizations)
  const [errors, setErrors] = useState<FieldErrors>({})
  const kept = keepDraft(typed, query)
  useEffect(() => stored.set(kept), [kept])
  useEffect(() => {
    if (Object.keys(errors).length === 0) return
    form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [errors])
  const send = useSend({ hasAccount, onSent, onRefused: setErrors })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const found = hasAccount
      ? checkFields(support.create, { ...getRequest(draft), ...placeOf(draft) })
      : checkFields(support.createPublic, { ...getRequest(draft), email: draft.email })
    setErrors(found)
    if (Object.keys(found).length === 0) send.mutate(draft)
  }
  const failure = getFormError(send.error)

  return (
    <form
      ref={form}
      className="flex flex-col gap-5"
      noValidate
      onChange={clearErrors(setErrors)}
      onSubmit={submit}
    >
      <SupportForm draft={draft} errors={errors} hasAccount={hasAccount} setDraft={setDraft} />
      {draft.sid !== '' && (
        <p className="text-xs text-ink-faint">
          Included: request ID <code className="font-mono break-all">{draft.sid}</code>
        </p>
      )}
      {failure !== undefined && <Notice tone="bad">{failure.message}</Notice>}
      <Button
        className="self-start"
        type="submit"
        variant="primary"
        size="large"
        isPending={send.isPending}
      >
        Send request
      </Button>
    </form>
  )
}

/** Removes an organization of an older draft that the user has left since. */
function withoutLost(
  draft: SupportDraft,
  organizations: readonly { slug: string }[] | undefined,
): SupportDraft {
  const isLost =
    organizations !== undefined && !organizations.some(({ slug }) => slug === draft.organization)
  return isLost ? { ...draft, organization: '', project: '' } : draft
}

type SendOptions = {
  hasAccount: boolean
  onSent: (number: number) => void
  onRefused: (errors: FieldErrors) => void
}

/** Deletes the draft after sending; keeps it after a failure. */
function useSend({ hasAccount, onSent, onRefused }: SendOptions) {
  const client = useQueryClient()
  const go = useGo()
  return useMutation({
    mutationFn: async (draft: SupportDraft) => {
      const body = getRequest(draft)
      if (!hasAccount) {
        const created = await call(support.createPublic, { body: { ...body, email: draft.email } })
        return { ...created, id: null }
      }
      return call(support.create, { body: { ...body, ...placeOf(draft) } })
    },
    onSuccess: async (request) => {
      stored.remove()
      onSent(request.number)
      if (request.id === null) return
      await refreshLists(client)
      notify.success(`Request number: ${request.number}`)
      go(supportRequest(request.id))
    },
    onError: (error) => onRefused(listFieldErrors(error)),
  })
}
