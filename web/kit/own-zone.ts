/** The zone of this PC, as `America/Santo_Domingo`: whoever belongs to no gym reads times in it. */
export const ownZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone
