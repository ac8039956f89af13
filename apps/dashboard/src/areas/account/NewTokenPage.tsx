import { accessTokens } from '@basalt/contract/account/access-tokens'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'

import { useDocumentTitle } from '../../lib/browser/use-document-title.ts'
import { useGo } from '../../lib/browser/use-go.ts'
import { type FieldErrors, listFieldErrors, getFormError } from '../../lib/forms/form.ts'
import { Link } from '../../lib/Link.tsx'
import { call, invalidate } from '../../lib/network/api.ts'
import { paths } from '../../lib/paths.ts'
import { Panel } from '../../product/Panel.tsx'
import { Button, buttonClass } from '../../ui/Button.tsx'
import { Card, CardBody } from '../../ui/Card.tsx'
import { ChoiceCards } from '../../ui/ChoiceCards.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { PageBody, PageHeader } from '../../ui/PageHeader.tsx'
import { ConfirmIdentity, NotConfirmed, useConfirmed } from './ConfirmIdentity.tsx'
import { CreatedToken } from './CreatedToken.tsx'
import { ReachFields } from './ReachFields.tsx'
import { ScopeTable } from './ScopeTable.tsx'
import { getBody, emptyForm, listProblems, type TokenForm } from './token-form.ts'
import { TokenBasics } from './TokenBasics.tsx'

const kinds = [
  {
    value: 'fine-grained',
    label: 'Fine-grained',
    note: 'Only the permissions selected below',
  },
  { value: 'classic', label: 'Classic', note: 'Full access to everything you can access' },
] as const

export function NewTokenPage() {
  useDocumentTitle('New access token')
  return (
    <PageBody width="form">
      <PageHeader
        title="New access token"
        description="Lets a script or tool act as you. A token never has more permissions than you."
      />
      <ConfirmIdentity>
        <NewToken />
      </ConfirmIdentity>
    </PageBody>
  )
}

function NewToken() {
  const client = useQueryClient()
  const go = useGo()
  const confirmed = useConfirmed()
  const [form, setForm] = useState<TokenForm>(emptyForm)
  const [errors, setErrors] = useState<FieldErrors>({})
  const create = useMutation({
    mutationFn: () => confirmed(() => call(accessTokens.create, { body: getBody(form) })),
    onSuccess: () => invalidate(client, accessTokens.list),
    onError: (error) => setErrors(listFieldErrors(error)),
  })
  const change = (changed: Partial<TokenForm>) => {
    setForm((before) => ({ ...before, ...changed }))
    setErrors({})
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const found = listProblems(form)
    setErrors(found)
    if (Object.keys(found).length === 0) create.mutate()
  }
  const formError = create.error instanceof NotConfirmed ? undefined : getFormError(create.error)

  return (
    <form noValidate className="flex flex-col gap-6" onSubmit={submit}>
      <Card>
        <div className="pt-3">
          <CardBody>
            <TokenBasics form={form} errors={errors} onChange={change} />
            <ChoiceCards
              label="Kind"
              choices={kinds}
              value={form.kind}
              onChange={(kind) => change({ kind })}
            />
            {form.kind === 'classic' && (
              <Notice tone="warn">
                Anyone with this token can do everything you can, except change how you sign in.
              </Notice>
            )}
            {form.kind === 'fine-grained' && (
              <Panel failure="Your organizations and projects could not be loaded">
                <ReachFields form={form} errors={errors} onChange={change} />
              </Panel>
            )}
          </CardBody>
        </div>
      </Card>
      {form.kind === 'fine-grained' && (
        <Card title="Permissions" description="Read or write access of the token.">
          <CardBody>
            <ScopeTable
              scopes={form.scopes}
              error={errors['scopes']}
              onChange={(scopes) => change({ scopes })}
            />
          </CardBody>
        </Card>
      )}
      {formError !== undefined && <Notice tone="bad">{formError.message}</Notice>}
      <div className="flex flex-wrap items-center justify-end gap-2">
        {Object.keys(errors).length > 0 && <p className="flex-1 text-bad">Fix the errors above.</p>}
        <Link
          className={buttonClass({ variant: 'ghost', size: 'large' })}
          href={paths.accountTokens()}
        >
          Cancel
        </Link>
        <Button type="submit" variant="primary" size="large" isPending={create.isPending}>
          Create token
        </Button>
      </div>
      {create.data !== undefined && (
        <CreatedToken
          name={create.data.name}
          token={create.data.token}
          onClose={() => go(paths.accountTokens(), { replace: true })}
        />
      )}
    </form>
  )
}
