import { ActionIcon, NativeSelect } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { memo } from 'react';
import classes from './table.module.css';
import type { Place } from './view.ts';

interface Props {
  place: Place;
  rowCount: number;
  pageIndex: number;
  pageCount: number;
}

/** How many rows a page has, and which page is seen. */
export const Paging = memo(function Paging({ place, rowCount, pageIndex, pageCount }: Props) {
  return (
    <div className={classes.paging}>
      <NativeSelect
        size="xs"
        aria-label="Rows per page"
        value={place.pageSize}
        onChange={(event) => place.setPageSize(Number(event.currentTarget.value))}
        data={place.pageSizes.map((size) => ({
          value: String(size),
          label: size === 0 ? `All (${rowCount.toLocaleString('en-US')})` : `${size} per page`,
        }))}
      />
      <nav aria-label="Pages" className={classes.pages}>
        <ActionIcon
          variant="default"
          size={30}
          aria-label="Previous page"
          disabled={pageIndex === 0}
          onClick={() => place.setPageIndex(pageIndex - 1)}
        >
          <IconChevronLeft size={16} />
        </ActionIcon>
        <NativeSelect
          size="xs"
          aria-label="Page"
          value={pageIndex}
          onChange={(event) => place.setPageIndex(Number(event.currentTarget.value))}
          data={Array.from({ length: pageCount }, (_, at) => ({
            value: String(at),
            label: `Page ${at + 1} of ${pageCount}`,
          }))}
        />
        <ActionIcon
          variant="default"
          size={30}
          aria-label="Next page"
          disabled={pageIndex === pageCount - 1}
          onClick={() => place.setPageIndex(pageIndex + 1)}
        >
          <IconChevronRight size={16} />
        </ActionIcon>
      </nav>
    </div>
  );
});
