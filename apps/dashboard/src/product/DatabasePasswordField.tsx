import { Dices, Eye, EyeOff } from 'lucide-react'
import { useState } from 'react'

import type { Strength } from '../lib/forms/password-strength.ts'
import { IconButton } from '../ui/Button.tsx'
import { CopyButton } from '../ui/CopyButton.tsx'
import { Field } from '../ui/Field.tsx'
import { Input } from '../ui/Input.tsx'
import { StrengthMeter } from '../ui/StrengthMeter.tsx'
import { generatePassword, needsEncoding } from './database-password.ts'

type Props = {
  password: string
  strength: Strength | undefined
  error: string | undefined
  onChange: (password: string) => void
}

/** The owner's password, generated and shown: it is needed once, in their own tools. */
export function DatabasePasswordField({ password, strength, error, onChange }: Props) {
  const [isShown, setIsShown] = useState(true)
  const isWeak = strength?.isEnough === false
  return (
    <div className="flex flex-col gap-1.5">
      <Field
        label="Database password"
        error={isWeak ? undefined : error}
        help={
          needsEncoding(password)
            ? 'Copy it now: it cannot be shown again. Some of its characters must be percent-encoded in a connection URI.'
            : 'Copy it now: it cannot be shown again.'
        }
      >
        {(control) => (
          <div className="flex items-center gap-1">
            <Input
              {...control}
              size="large"
              className="font-mono"
              type={isShown ? 'text' : 'password'}
              autoComplete="new-password"
              spellCheck={false}
              value={password}
              onChange={(event) => onChange(event.target.value)}
            />
            <IconButton
              icon={isShown ? EyeOff : Eye}
              label={isShown ? 'Hide' : 'Show'}
              onClick={() => setIsShown(!isShown)}
            />
            <CopyButton isIcon text={password} label="Copy" />
            <IconButton
              icon={Dices}
              label="Generate new password"
              onClick={() => onChange(generatePassword())}
            />
          </div>
        )}
      </Field>
      {strength !== undefined && <StrengthMeter strength={strength} />}
    </div>
  )
}
