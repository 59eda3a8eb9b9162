import type { Profile, Vendor } from '../../../../app/contract/connections/connection';
import { Button } from '../../../parts/controls/Button';
import { Caution } from '../../../parts/notices/Caution';
import { showMigrateInto } from '../../../state/app/navigation';
import { text } from '../../../text';

interface OtherVendorProps {
  readonly target: Profile;
  readonly dump: Vendor;
  readonly server: Vendor;
}

/** Says that definitions are converted for this server, and leads to a migration from the running server. */
export function OtherVendor({ target, dump, server }: OtherVendorProps) {
  return (
    <div role="status" data-testid="load-other-vendor">
      <Caution>{text.load.otherVendor(dump, server)}</Caution>
      <Button
        data-testid="load-migrate"
        onClick={() => {
          showMigrateInto(target.id);
        }}
      >
        {text.load.migrateInstead}
      </Button>
    </div>
  );
}
