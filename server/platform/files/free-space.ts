import { statfs } from 'node:fs/promises'

export async function readDiskSpace(folder: string): Promise<{ free: number; size: number }> {
  const { bavail, blocks, bsize } = await statfs(folder)
  return { free: bavail * bsize, size: blocks * bsize }
}

export const readFreeSpace = async (folder: string): Promise<number> => (await readDiskSpace(folder)).free
