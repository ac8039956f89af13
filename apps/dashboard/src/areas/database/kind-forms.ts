import type { ComponentType } from 'react'

import { EventTriggerForm } from './kinds/event-triggers/EventTriggerForm.tsx'
import { FunctionForm } from './kinds/functions/FunctionForm.tsx'
import { IndexForm } from './kinds/indexes/IndexForm.tsx'
import { MaterializedViewForm } from './kinds/materialized-views/MaterializedViewForm.tsx'
import { PolicyForm } from './kinds/policies/PolicyForm.tsx'
import { RowGains } from './kinds/policies/RowGains.tsx'
import { PublicationForm } from './kinds/publications/PublicationForm.tsx'
import { RoleForm } from './kinds/roles/RoleForm.tsx'
import { SequenceForm } from './kinds/sequences/SequenceForm.tsx'
import { TriggerForm } from './kinds/triggers/TriggerForm.tsx'
import { TypeForm } from './kinds/types/TypeForm.tsx'
import { ViewForm } from './kinds/views/ViewForm.tsx'
import type { AnyDesign, EffectProps, FormProps } from './model/object-kind.ts'

type AnyForm = ComponentType<FormProps<AnyDesign>>

/** The form of each kind; they are loaded together, with the first panel that opens. */
export const kindForms: Readonly<Record<string, AnyForm>> = {
  // Each form gets designs of its own kind.
  'event-triggers': EventTriggerForm as unknown as AnyForm,
  functions: FunctionForm as unknown as AnyForm,
  indexes: IndexForm as unknown as AnyForm,
  'materialized-views': MaterializedViewForm as unknown as AnyForm,
  policies: PolicyForm as unknown as AnyForm,
  publications: PublicationForm as unknown as AnyForm,
  roles: RoleForm as unknown as AnyForm,
  sequences: SequenceForm as unknown as AnyForm,
  triggers: TriggerForm as unknown as AnyForm,
  types: TypeForm as unknown as AnyForm,
  views: ViewForm as unknown as AnyForm,
}

/** Effects of a change on rows, which take longer to read than its SQL; shown below it. */
export const kindEffects: Readonly<Record<string, ComponentType<EffectProps>>> = {
  policies: RowGains,
}
