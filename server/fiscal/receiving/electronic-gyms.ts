import type { Database } from '../../platform/db/database.ts'

export interface ElectronicReceiptGym {
  gym: number
  taxId: string
}

/** Active gyms that issue electronic receipts, in the order of their ids. Branches may share an RNC. */
export const listElectronicReceiptGyms = async ({
  platform,
}: Pick<Database, 'platform'>): Promise<ElectronicReceiptGym[]> =>
  (await platform.query<ElectronicReceiptGym>(`select gym, tax_id as "taxId" from list_electronic_gyms()`)).rows
