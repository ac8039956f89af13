import { accessTokens } from '@basalt/contract/account/access-tokens'
import { useQueryClient } from '@tanstack/react-query'

import { useDocumentTitle } from '../../../lib/browser/use-document-title.ts'
import { useGo } from '../../../lib/browser/use-go.ts'
import { useForm } from '../../../lib/forms/use-form.ts'
import { Link } from '../../../lib/Link.tsx'
import { call, invalidate } from '../../../lib/network/api.ts'
import { paths } from '../../../lib/paths.ts'
import { Panel } from '../../../product/Panel.tsx'
import { buttonClass } from '../../../ui/Button.tsx'
import { Card, CardBody } from '../../../ui/Card.tsx'
import { ChoiceCards } from '../../../ui/ChoiceCards.tsx'
import { Form, FormFailure, SubmitButton } from '../../../ui/Form.tsx'
import { Notice } from '../../../ui/Notice.tsx'
import { PageBody, PageHeader } from '../../../ui/PageHeader.tsx'
import {
  ConfirmIdentity,
  isNotConfirmed,
  useConfirmed,
} from '../identity-check/ConfirmIdentity.tsx'
import { CreatedToken } from './CreatedToken.tsx'
import { ReachFields } from './ReachFields.tsx'
import { ScopeTable } from './ScopeTable.tsx'
import { getBody, emptyForm, listProblems } from './token-form.ts'
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
  const form = useForm({
    initial: emptyForm,
    getBody,
    paths: { lastDay: 'expires_at', slugs: 'organization_slugs', refs: 'project_refs' },
    check: listProblems,
    send: (values) => confirmed(() => call(accessTokens.create, { body: getBody(values) })),
    onSuccess: () => invalidate(client, accessTokens.list),
    isIgnored: isNotConfirmed,
  })
  const { values, errors, set: change, answer } = form

  return (
    <Form form={form} className="flex flex-col gap-6">
      <Card>
        <div className="pt-3">
          <CardBody>
            <TokenBasics form={values} errors={errors} onChange={change} />
            <ChoiceCards
              label="Kind"
              choices={kinds}
              value={values.kind}
              onChange={(kind) => change({ kind })}
            />
            {values.kind === 'classic' && (
              <Notice tone="warn">
                Anyone with this token can do everything you can, except change how you sign in.
              </Notice>
            )}
            {values.kind === 'fine-grained' && (
              <Panel failure="Your organizations and projects could not be loaded">
                <ReachFields form={values} errors={errors} onChange={change} />
              </Panel>
            )}
          </CardBody>
        </div>
      </Card>
      {values.kind === 'fine-grained' && (
        <Card title="Permissions" description="Read or write access of the token.">
          <CardBody>
            <ScopeTable
              scopes={values.scopes}
              error={errors['scopes']}
              onChange={(scopes) => change({ scopes })}
            />
          </CardBody>
        </Card>
      )}
      <FormFailure form={form} />
      <div className="flex flex-wrap items-center justify-end gap-2">
        {Object.keys(errors).length > 0 && <p className="flex-1 text-bad">Fix the errors above.</p>}
        <Link
          className={buttonClass({ variant: 'ghost', size: 'large' })}
          href={paths.accountTokens()}
        >
          Cancel
        </Link>
        <SubmitButton form={form} size="large">
          Create token
        </SubmitButton>
      </div>
      {answer !== undefined && (
        <CreatedToken
          name={answer.name}
          token={answer.token}
          onClose={() => go(paths.accountTokens(), { replace: true })}
        />
      )}
    </Form>
  )
}
