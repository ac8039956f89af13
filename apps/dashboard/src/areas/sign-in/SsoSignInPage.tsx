import { ssoSignIn } from '@basalt/contract/account/sso'
import { useMutation } from '@tanstack/react-query'
import { Building2 } from 'lucide-react'
import { type FormEvent, useState } from 'react'

import {
  checkFields,
  type FieldErrors,
  listFieldErrors,
  clearErrors,
  getFormError,
} from '../../lib/forms/form.ts'
import { useInstall } from '../../lib/install.tsx'
import { Link } from '../../lib/Link.tsx'
import { call } from '../../lib/network/api.ts'
import { paths } from '../../lib/paths.ts'
import { homePath } from '../../lib/session/home.ts'
import { returnTarget } from '../../lib/session/return-to.ts'
import { Button } from '../../ui/Button.tsx'
import { Field } from '../../ui/Field.tsx'
import { focusOnMount } from '../../ui/focus.ts'
import { Input } from '../../ui/Input.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { AuthLayout, textLink } from './AuthLayout.tsx'

/** Asks for the address, whose domain determines the identity provider. */
export function SsoSignInPage() {
  const install = useInstall()
  const target = returnTarget(globalThis.location.search, homePath(install))
  const [email, setEmail] = useState('')
  const [errors, setErrors] = useState<FieldErrors>({})
  const start = useMutation({
    mutationFn: () => call(ssoSignIn.start, { body: { email, return_to: target } }),
    onSuccess: ({ url }) => globalThis.location.assign(url),
    onError: (error) => setErrors(listFieldErrors(error)),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const found = checkFields(ssoSignIn.start, { email })
    setErrors(found)
    start.reset()
    if (Object.keys(found).length === 0) start.mutate()
  }
  const formError = getFormError(start.error)

  return (
    <AuthLayout
      title="Single sign-on"
      lead="Enter your work email to sign in through your organization."
      footer={
        <Link className={textLink} href={paths.signIn(target)}>
          Sign in another way
        </Link>
      }
    >
      <form
        className="flex flex-col gap-4"
        noValidate
        onChange={clearErrors(setErrors)}
        onSubmit={submit}
      >
        <Field label="Email" error={errors['email']}>
          {(control) => (
            <Input
              {...control}
              ref={focusOnMount}
              name="email"
              size="large"
              type="email"
              autoComplete="username"
              value={email}
              onChange={(event) => setEmail(event.target.value)}
            />
          )}
        </Field>
        {formError !== undefined && <Notice tone="bad">{formError.message}</Notice>}
        <Button
          type="submit"
          variant="primary"
          size="large"
          icon={Building2}
          isPending={start.isPending || start.isSuccess}
        >
          Continue
        </Button>
      </form>
    </AuthLayout>
  )
}
