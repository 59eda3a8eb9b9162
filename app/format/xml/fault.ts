import type { SluiceError } from '../../contract/failure';
import type { EngineBadXml } from '../../engine/scan/scans';
import { xmlFailures } from '../../text/format/xml';

/** The failure of a document at its first fault. Pure. @param root its first element; empty where it has none */
export function faultOf(file: string, root: string, bad: EngineBadXml): SluiceError {
  const { line, column, fault, detail, table, field } = bad;
  const at = { file, line, column };
  switch (fault) {
    case 'cut':
      return xmlFailures.cut({ ...at, element: detail });
    case 'control':
    case 'not-utf8':
      return xmlFailures.notText({ ...at, table, field, isUtf8: fault === 'control' });
    case 'encoding':
      return xmlFailures.encoding({ file, encoding: detail });
    case 'doctype':
      return xmlFailures.doctype(at);
    case 'second':
      return xmlFailures.second({ ...at, isQuery: root === 'resultset' });
    case 'unexpected':
    case 'reference':
    case 'mismatch':
    case 'too-long':
    case 'element':
    case 'attribute':
    case 'text':
    case 'other-fields':
    case 'hex':
    case 'more':
    case 'too-many-parts':
      return xmlFailures.damaged({ ...at, fault, detail });
  }
}
