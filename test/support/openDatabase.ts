import { connect } from '../../server/db/connect.ts';
import type { Database } from '../../server/db/database.ts';
import type { Place } from './serverProcess.ts';

/** Opens the database of a product directly. The embedded one must not be in use. */
export const openDirectly = (place: Place): Promise<Database> =>
  connect(
    'DATA_DIR' in place
      ? { kind: 'embedded', directory: place.DATA_DIR }
      : { kind: 'postgres', url: place.DATABASE_URL, poolSize: 1 },
  );
