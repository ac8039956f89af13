import type { Customer } from '@basalt/contract/billing/customer'

import type { FormState } from '../../lib/forms/use-form.ts'
import type { CustomerForm } from './customer-form.ts'

/** The props that the fields of the address form share. */
export type FormPart = { form: FormState<CustomerForm, Customer>; isFixed: boolean }
