/** Days in which an invoice is to be paid; after that it is overdue. */
export const paymentTermDays = 14

/** Days that the Free plan continues after its quota is used up. */
export const graceDays = 14

/** Hours between the end of the grace period and the restriction, so that people can act. */
export const graceOverHours = 24
