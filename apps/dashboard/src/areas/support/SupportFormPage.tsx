import { support } from '@basalt/contract/support'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'

import { notify } from '../../lib/browser/toast.ts'
import { useDocumentTitle } from '../../lib/browser/use-document-title.ts'
import { useGo } from '../../lib/browser/use-go.ts'
import { useForm } from '../../lib/forms/use-form.ts'
import { useCapability } from '../../lib/install.tsx'
import { Link } from '../../lib/Link.tsx'
import { call } from '../../lib/network/api.ts'
import { paths } from '../../lib/paths.ts'
import { readText, type UrlQuery } from '../../lib/routes/url-query.ts'
import { organizationsQuery, profileQuery } from '../../lib/session/account.ts'
import { storage } from '../../lib/storage/storage.ts'
import { buttonClass } from '../../ui/Button.tsx'
import { Form, FormFailure, SubmitButton } from '../../ui/Form.tsx'
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
        <RequestForm query={query} hasAccount={hasAccount} onSent={setSent} />
      ) : (
        <Notice tone="good" title={`Request number: ${sent}`}>
          We sent you a confirmation by email. The reply goes to the same address.
        </Notice>
      )}
    </PageBody>
  )
}

const stored = storage.supportDraft

function RequestForm({ query, hasAccount, onSent }: Props & { onSent: (number: number) => void }) {
  const { data: organizations } = useQuery({ ...organizationsQuery(), enabled: hasAccount })
  const [first] = useState(() =>
    beginDraft(stored.get(), query, hasAccount ? (storage.lastOrganization.get() ?? '') : ''),
  )
  const showSent = useSent(onSent)
  const getBody = (typed: SupportDraft) => {
    const draft = withoutLost(typed, organizations)
    return hasAccount
      ? { ...getRequest(draft), ...placeOf(draft) }
      : { ...getRequest(draft), email: draft.email }
  }
  const form = useForm({
    route: hasAccount ? support.create : support.createPublic,
    initial: first,
    getBody,
    paths: {
      organization: ['organization_slug', 'project_ref'],
      project: 'project_ref',
      library: 'client_library',
      services: 'affected_services',
      allowsAccess: 'allows_access',
    },
    send: (typed) => sendRequest(withoutLost(typed, organizations), hasAccount),
    onSuccess: showSent,
  })
  const kept = keepDraft(form.values, query)
  useEffect(() => stored.set(kept), [kept])
  const draft = withoutLost(form.values, organizations)

  return (
    <Form form={form} isGuarded={false} className="flex flex-col gap-5">
      <SupportForm draft={draft} errors={form.errors} hasAccount={hasAccount} set={form.set} />
      {draft.sid !== '' && (
        <p className="text-xs text-ink-faint">
          Included: request ID <code className="font-mono break-all">{draft.sid}</code>
        </p>
      )}
      <FormFailure form={form} />
      <SubmitButton form={form} className="self-start" size="large">
        Send request
      </SubmitButton>
    </Form>
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

async function sendRequest(draft: SupportDraft, hasAccount: boolean) {
  const body = getRequest(draft)
  if (hasAccount) return call(support.create, { body: { ...body, ...placeOf(draft) } })
  const created = await call(support.createPublic, { body: { ...body, email: draft.email } })
  return { ...created, id: null }
}

/** Removes the draft once it is sent, and opens the request where that has a page. */
function useSent(onSent: (number: number) => void) {
  const client = useQueryClient()
  const go = useGo()
  return async (request: { id: string | null; number: number }) => {
    stored.remove()
    onSent(request.number)
    if (request.id === null) return
    await refreshLists(client)
    notify.success(`Request number: ${request.number}`)
    go(supportRequest(request.id))
  }
}
