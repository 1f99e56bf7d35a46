import { UnstyledButton } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { isOffered, type Product } from '@torniquete/contract/till/products.ts'
import { useState } from 'react'
import { Money } from '../../kit/Money.tsx'
import { useNarrow } from '../../kit/use-narrow.ts'
import classes from './bill-lines.module.css'
import { frequentProducts } from './frequent-products.ts'
import { useOwner } from './open-drafts.ts'

/** Two rows, or one in a low window. */
const mostTiles = { narrow: 3, wide: 8 }

interface ProductTilesProps {
  products: readonly Product[]
  /** Ids of the shown tiles, in order. */
  tiles: readonly number[]
  onPick: (product: Product) => void
}

/** Tiles are chosen once per dialog and stay for all its sales. */
export function useTiles(products: readonly Product[]): readonly number[] {
  const { gym } = useOwner()
  const [chosen, setChosen] = useState<readonly number[]>([])
  if (chosen.length > 0 || !products.some(isOffered)) return chosen
  const tiles = frequentProducts(gym, products, mostTiles.wide).map(({ id }) => id)
  setChosen(tiles)
  return tiles
}

/**
 * Touch screens only: the most frequent products, added by a tap. Tiles keep their places, because a moving tile would
 * sell the wrong product.
 */
export function ProductTiles({ products, tiles, onPick }: ProductTilesProps) {
  const touched = useMediaQuery('(any-pointer: coarse)', undefined, { getInitialValueInEffect: false })
  const narrow = useNarrow()
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
