export const memberSorts = ['email', 'role', 'seen', 'joined'] as const

export type MemberSort = (typeof memberSorts)[number]
