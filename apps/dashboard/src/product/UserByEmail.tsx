import { databaseViewers } from '@basalt/contract/database/viewers'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'

import { printClaims } from '../lib/forms/claims-text.ts'
import { call } from '../lib/network/api.ts'
import { Button } from '../ui/Button.tsx'
import { Field } from '../ui/Field.tsx'
import { Input } from '../ui/Input.tsx'

type Props = { projectRef: string; onFound: (claims: string) => void }

/** Reads the claims of one of the application's users from the database. */
export function UserByEmail({ projectRef, onFound }: Props) {
  const [email, setEmail] = useState('')
  const find = useMutation({
    mutationFn: () => call(databaseViewers.user, { params: { ref: projectRef }, query: { email } }),
    onSuccess: ({ claims }) => onFound(printClaims(claims)),
  })
  return (
    <Field
      label="User email"
      hint="Optional"
      error={find.error?.message}
      help="Loads the claims from auth.users"
    >
      {(control) => (
        <div className="flex gap-2">
          <Input
            {...control}
            type="email"
            autoComplete="off"
            className="min-w-0 flex-1"
            value={email}
            onChange={({ target }) => {
              setEmail(target.value)
              find.reset()
            }}
            onKeyDown={(event) => {
              if (event.key !== 'Enter') return
              // The claims are looked up first; the surrounding form is not submitted yet.
              event.preventDefault()
              find.mutate()
            }}
          />
          <Button isPending={find.isPending} onClick={() => find.mutate()}>
            Find
          </Button>
        </div>
      )}
    </Field>
  )
}
