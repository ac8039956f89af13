/** Numbers of employees that companies can choose from. */
export const companySizes = ['1 - 10', '10 - 49', '50 - 99', '100 - 299', 'More than 300'] as const

export type CompanySize = (typeof companySizes)[number]
