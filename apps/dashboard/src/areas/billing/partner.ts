import type { Subscription } from '@basalt/contract/billing/billing'

type Partner = { name: string; where: string; href: string }

const partners: Record<Exclude<Subscription['managed_by'], 'basalt'>, Partner> = {
  'vercel-marketplace': {
    name: 'Vercel Marketplace',
    where: 'in the Vercel dashboard, under Integrations',
    href: 'https://vercel.com/dashboard/integrations',
  },
  'aws-marketplace': {
    name: 'AWS Marketplace',
    where: 'in the AWS console, under AWS Marketplace subscriptions',
    href: 'https://console.aws.amazon.com/marketplace/home#/subscriptions',
  },
}

/** The partner who sends the bill, if any. */
export const getPartner = ({ managed_by: by }: Pick<Subscription, 'managed_by'>) =>
  by === 'basalt' ? undefined : partners[by]

/** Why billing is read-only here. */
export const partnerReason = (partner: Partner | undefined): string | undefined =>
  partner === undefined ? undefined : `Billed through ${partner.name}. Change it there.`
