import type { HistoryEntry } from '@torniquete/contract/history.ts'

/** A client that is deleted now. */
export interface DeletedClient {
  id: number
  name: string
  /** Instant. */
  at: string
  /** Null: nobody of the gym. */
  user: string | null
}

/** The deletions that were not undone, as listed: the last of each client, unless a restoration came after it. */
export function standingDeletions(
  deletions: readonly HistoryEntry[],
  restorations: readonly HistoryEntry[],
): DeletedClient[] {
  const restored = new Map<number, number>()
  for (const { id, entity_id } of restorations) restored.set(entity_id, Math.max(id, restored.get(entity_id) ?? 0))
  const last = new Map<number, HistoryEntry>()
  for (const entry of deletions) if ((last.get(entry.entity_id)?.id ?? 0) < entry.id) last.set(entry.entity_id, entry)
  return [...last.values()]
    .filter(({ id, entity_id }) => id > (restored.get(entity_id) ?? 0))
    .map(({ entity_id, entity_name, at, user }) => ({
      id: entity_id,
      name: entity_name ?? `Cliente ${entity_id}`,
      at,
      user: user?.name ?? null,
    }))
}
