import { UnstyledButton } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { isProductOffered, type Product } from '@torniquete/contract/till/products.ts'
import { useState } from 'react'
import { parseStoredJson, storeJson } from '../../api/local-storage-entries.ts'
import { Money } from '../../kit/Money.tsx'
import { useIsNarrowScreen } from '../../kit/use-is-narrow-screen.ts'
import classes from './bill-lines.module.css'
import { useDraftOwner } from './open-drafts.ts'

/** Number of picks to remember: about one busy day, so that products no longer sold drop out. */
const remembered = 300

const nameOf = (gym: number) => `frequent:${gym}`

function readPicks(gym: number): readonly number[] {
  const picks = parseStoredJson<unknown[]>(localStorage.getItem(nameOf(gym)), Array.isArray)
  return picks?.filter((id) => typeof id === 'number') ?? []
}

export function recordProductPick(gym: number, { id }: Pick<Product, 'id'>): void {
  // If storage is full or forbidden, the pick is not counted.
  storeJson('localStorage', nameOf(gym), [...readPicks(gym), id].slice(-remembered))
}

export function listFrequentProducts(gym: number, products: readonly Product[], count = 8): Product[] {
  const picks = new Map<number, number>()
  for (const id of readPicks(gym)) picks.set(id, (picks.get(id) ?? 0) + 1)
  const picksOf = ({ id }: Product) => picks.get(id) ?? 0
  return products
    .filter(isProductOffered)
    .sort((one, other) => picksOf(other) - picksOf(one))
    .slice(0, count)
}

const mostTiles = { narrow: 3, wide: 8 }

interface ProductTilesProps {
  products: readonly Product[]
  tiles: readonly number[]
  onPick: (product: Product) => void
}

/** Chooses the product tiles once per dialog; they do not change between the sales made in it. */
export function useProductTileIds(products: readonly Product[]): readonly number[] {
  const { gym } = useDraftOwner()
  const [chosen, setChosen] = useState<readonly number[]>([])
  if (chosen.length > 0 || !products.some(isProductOffered)) return chosen
  const tiles = listFrequentProducts(gym, products, mostTiles.wide).map(({ id }) => id)
  setChosen(tiles)
  return tiles
}

/** Buttons for frequent products on touch screens. They keep their places, so that no tap adds the wrong product. */
export function FrequentProductTiles({ products, tiles, onPick }: ProductTilesProps) {
  const touched = useMediaQuery('(any-pointer: coarse)', undefined, { getInitialValueInEffect: false })
  const narrow = useIsNarrowScreen()
  if (!touched || tiles.length === 0) return null
  return (
    <fieldset data-steady className={classes.tiles} aria-label="Productos frecuentes">
      {tiles.slice(0, narrow ? mostTiles.narrow : mostTiles.wide).map((id) => {
        const product = products.find((each) => each.id === id)
        if (!product) return <span key={id} />
        return (
          <UnstyledButton key={id} className={classes.tile} onClick={() => onPick(product)}>
            <span>{product.name}</span>
            <Money value={product.sale_price} />
          </UnstyledButton>
        )
      })}
    </fieldset>
  )
}
