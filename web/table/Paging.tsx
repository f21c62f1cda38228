import { ActionIcon, NativeSelect } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import classes from './table.module.css';
import type { TableView } from './view.ts';

interface Props {
  view: TableView;
  rowCount: number;
  pageIndex: number;
  pageCount: number;
}

/** How many rows a page has, and which page is seen. */
export function Paging({ view, rowCount, pageIndex, pageCount }: Props) {
  return (
    <div className={classes.paging}>
      <NativeSelect
        size="xs"
        aria-label="Rows per page"
        value={view.pageSize}
        onChange={(event) => view.setPageSize(Number(event.currentTarget.value))}
        data={view.pageSizes.map((size) => ({
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
          onClick={() => view.setPageIndex(pageIndex - 1)}
        >
          <IconChevronLeft size={16} />
        </ActionIcon>
        <NativeSelect
          size="xs"
          aria-label="Page"
          value={pageIndex}
          onChange={(event) => view.setPageIndex(Number(event.currentTarget.value))}
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
          onClick={() => view.setPageIndex(pageIndex + 1)}
        >
          <IconChevronRight size={16} />
        </ActionIcon>
      </nav>
    </div>
  );
}
