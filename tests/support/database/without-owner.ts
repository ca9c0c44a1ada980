import {
  BinaryOperationNode,
  ColumnNode,
  type KyselyPlugin,
  OperationNodeTransformer,
  OperatorNode,
  ReferenceNode,
  ValueNode,
} from 'kysely'

const ALWAYS = BinaryOperationNode.create(
  ValueNode.createImmediate(1),
  OperatorNode.create('='),
  ValueNode.createImmediate(1),
)

/** Returns whether a condition compares the owner's column. */
const isOnOwner = ({ leftOperand, operator }: BinaryOperationNode): boolean =>
  ReferenceNode.is(leftOperand) &&
  ColumnNode.is(leftOperand.column) &&
  leftOperand.column.column.name === 'shop_id' &&
  OperatorNode.is(operator) &&
  operator.operator === '='

class OwnerRemover extends OperationNodeTransformer {
  protected override transformBinaryOperation(node: BinaryOperationNode): BinaryOperationNode {
    return isOnOwner(node) ? ALWAYS : super.transformBinaryOperation(node)
  }
}

/** A mutation of every statement: removes the owner from each WHERE and each join condition. */
export const withoutOwner: KyselyPlugin = {
  transformQuery: ({ node }) => new OwnerRemover().transformNode(node),
  transformResult: ({ result }) => Promise.resolve(result),
}
