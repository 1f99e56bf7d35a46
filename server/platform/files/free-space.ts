import { statfs } from 'node:fs/promises'

/** Bytes that the disk of a folder has, and how many of them are left. */
export async function spaceOf(folder: string): Promise<{ free: number; size: number }> {
  const { bavail, blocks, bsize } = await statfs(folder)
  return { free: bavail * bsize, size: blocks * bsize }
}

export const freeSpaceOf = async (folder: string): Promise<number> => (await spaceOf(folder)).free
